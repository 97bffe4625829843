import type { Client } from './client.ts'
import { CommandError } from './command-error.ts'
import { usage } from './values.ts'

export const runArgument = 'its id, or at least the first 8 characters'

const whole = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The beginning of an id, and the end of an id where a page has shortened it. */
const shortened = /^([0-9a-f-]{8,36})(?:(?:…|\.\.\.)([0-9a-f-]*))?$/i
/** The ids of this many runs are told apart by their ends. */
const MOST = 200
const NAMED = 5

/**
 * The id of the run that a text refers to: the whole id, its first 8 characters or more, or the form on pages,
 * `0198c4e2…7f1a`. Throws a `CommandError` that names the runs where several match.
 */
export async function findRun(client: Client, text: string): Promise<string> {
  if (whole.test(text)) return text.toLowerCase()
  const [, begin, end = ''] = shortened.exec(text) ?? []
  if (begin === undefined) throw usage(`${text} is not a run id. Use the full id, or at least its first 8 characters.`)
  const params = { query: { run_id: begin, limit: MOST } }
  const { items, next_cursor } = await client.told(client.api.GET('/v1/workflow-runs', { params }))
  const meant = items.filter(({ run_id }) => run_id.endsWith(end.toLowerCase()))
  const [only] = meant
  if (only === undefined) throw new CommandError(`There is no run ${text}.`, { code: 'NOT_FOUND' })
  if (meant.length === 1) return only.run_id
  const named = meant.slice(0, NAMED).map((run) => `${run.run_id} (${run.workflow_name}, ${run.workflow_status})`)
  const others = meant.length - named.length
  const rest = next_cursor !== null ? ' and many more' : others > 0 ? ` and ${others} more` : ''
  throw new CommandError(`Several runs match ${text}: ${named.join(', ')}${rest}. Use more of the id.`, {
    code: 'AMBIGUOUS',
  })
}
