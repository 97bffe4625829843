import { uuid } from '../request/inputs.ts'

/**
 * The id of a task in PostGrip's protocol. A run is the task of its workflow, for its whole life; a command is a part of
 * the run, and so are the later attempts of an activity, a query and an update.
 */
export type TaskId = { readonly runId: string } & (
  | { readonly of: 'workflow' | 'successor' }
  | { readonly of: 'command'; readonly n: number; readonly attempt: number }
  | { readonly of: 'query' | 'update'; readonly id: string }
)

export const commandId = (runId: string, n: number, attempt = 1) =>
  attempt === 1 ? `${runId}.${n}` : `${runId}.${n}.${attempt}`
export const queryId = (runId: string, id: string) => `${runId}.q.${id}`
export const updateTaskId = (runId: string, id: string) => `${runId}.u.${id}`
export const successorId = (runId: string) => `${runId}.next`

/** The parts of an id; null for a text that is none. */
export function taskIdOf(text: string): TaskId | null {
  const [run = '', kind, more] = text.split('.')
  const runId = uuid.safeParse(run).data
  if (runId === undefined) return null
  if (kind === undefined) return { runId, of: 'workflow' }
  if (kind === 'next') return { runId, of: 'successor' }
  if (kind === 'q' || kind === 'u') {
    const id = uuid.safeParse(more ?? '').data
    return id === undefined ? null : { runId, of: kind === 'q' ? 'query' : 'update', id }
  }
  const [n, attempt] = [Number(kind), Number(more ?? 1)]
  return n >= 1 && attempt >= 1 && Number.isInteger(n) && Number.isInteger(attempt)
    ? { runId, of: 'command', n, attempt }
    : null
}
