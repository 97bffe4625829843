import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { isJsonObject, objectOf } from '#core/json.ts'
import { CommandError } from '../command-error.ts'
import type { TaskObject } from '../models.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import { presentFields } from '../present-fields.ts'
import type { Connect, Session } from '../session.ts'
import { readValues, usage } from '../values.ts'

interface DecideOptions {
  readonly input?: string
  readonly approve?: true
  readonly reject?: true
  readonly reason?: string
  readonly comment?: string
}

/** The API's answer, decided or refused. */
type Answer =
  | { readonly outcome: 'decided' | 'accepted' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly required: number }
  | { readonly outcome?: 'already_decided' | 'changed'; readonly error: ApiError }
  | {
      readonly outcome: 'invalid'
      readonly error: ApiError
      readonly errors: readonly { readonly path: string; readonly message: string }[]
    }
interface ApiError {
  readonly code: string
  readonly message: string
}

export function decideCommand(connect: Connect): Command {
  return new Command('decide')
    .description('decide a human task; without an answer, show the task and its form')
    .argument('<task>')
    .argument('[values...]', 'the answer: approved=true note="as agreed"')
    .option('-i, --input <json>', 'the answer as JSON, @file.json, or - for standard input')
    .option('--approve', 'the same as approved=true')
    .option('--reject', 'the same as approved=false')
    .option('-r, --reason <text>', 'why, for the history of the run')
    .option('-c, --comment <text>', 'add a comment to the task; without an answer, nothing is decided')
    .action(async (taskId: string, values: string[], options: DecideOptions) => {
      const { input, approve, reject, reason, comment } = options
      const session = connect()
      if (approve && reject) throw usage('--approve and --reject contradict each other.')
      const { client } = session
      const task = await client.told(client.api.GET('/v1/human-tasks/{id}', { params: { path: { id: taskId } } }))
      const word = approve || reject ? [`approved=${approve === true}`] : []
      const answer = await readValues(session.terminal, [...word, ...values], input)
      if (answer === undefined && reason !== undefined) throw usage('--reason is for an answer, and there is none.')
      if (answer === undefined && comment !== undefined) {
        return tellComment(session, task, await say(session, taskId, comment))
      }
      if (answer === undefined) return show(session, task)
      const body = presentFields({ expected_revision: task.revision, input: answer, reason })
      const asked = client.api.POST('/v1/human-tasks/{id}/decide', { ...keyed(taskId), body })
      const result = await client.toldOrRefused(asked, [409, 422])
      // The user sends a refused decision again with its comment, so that the comment is sent only after success.
      if (comment !== undefined && !('error' in result)) await say(session, taskId, comment)
      if (session.json) printJson(session.terminal, result)
      tell(session, task, result)
    })
}

function say({ client }: Session, taskId: string, text: string): Promise<unknown> {
  return client.told(client.api.POST('/v1/human-tasks/{id}/comment', { ...keyed(taskId), body: { text } }))
}

const keyed = (id: string) => ({ params: { path: { id }, header: { 'Idempotency-Key': randomUUID() } } })

/** Throws where the task was not decided. */
function tell({ terminal, json }: Session, task: TaskObject, result: Answer): void {
  if ('error' in result) {
    if (result.outcome === 'invalid' && !json) {
      for (const { path, message } of result.errors)
        terminal.say(`  ${printable(path || 'the answer')}: ${printable(message)}\n`)
    }
    throw new CommandError(result.error.message, { code: result.error.code })
  }
  if (json) return
  const title = printable(task.title)
  if (result.outcome === 'decided') terminal.out(`Decided ${title}.\n`)
  if (result.outcome === 'accepted') terminal.out(`${title}: answer accepted, waiting for the run.\n`)
  if (result.outcome === 'approved') {
    terminal.out(`${title}: ${result.approvals} of ${result.required} approved; more approvals needed.\n`)
  }
}

function tellComment({ terminal, json }: Session, task: TaskObject, commented: unknown): void {
  if (json) printJson(terminal, commented)
  else terminal.out(`Added your comment to ${printable(task.title)}; it is not decided.\n`)
}

function show({ terminal, client, json }: Session, task: TaskObject): void {
  if (json) {
    printJson(terminal, task)
    return
  }
  terminal.out(`${printable(task.title)}\n`)
  if (task.instructions !== null) terminal.out(`${printable(task.instructions)}\n`)
  for (const { label, value } of task.fields)
    terminal.out(`  ${printable(label)}: ${printable(JSON.stringify(value))}\n`)
  terminal.out(`\nForm:\n`)
  for (const line of asked(task)) terminal.out(`  ${line}\n`)
  terminal.say(
    `\nDecide it: heddle decide ${task.task_id} key=value …, or at ${new URL(`/inbox?task=${task.task_id}`, client.url)}\n`,
  )
}

/** The fields of the form, one per line. */
function asked({ form }: TaskObject): readonly string[] {
  const properties = isJsonObject(form) && isJsonObject(form.properties) ? form.properties : {}
  const required = isJsonObject(form) && Array.isArray(form.required) ? form.required : []
  const lines = Object.entries(properties).map(([name, schema]) => {
    const { type, title, enum: choices } = objectOf(schema)
    const kind = Array.isArray(choices) ? choices.map((choice) => JSON.stringify(choice)).join(' | ') : type
    const label = typeof title === 'string' ? `  ${title}` : ''
    return printable(`${name}${required.includes(name) ? '' : '?'}: ${String(kind ?? 'anything')}${label}`)
  })
  return lines.length > 0 ? lines : ['an object of any kind']
}
