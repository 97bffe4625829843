import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import type { paths } from '#sdk/client/generated/api-types.ts'
import type { Client } from '../client.ts'
import { findRun, runArgument } from '../find-run.ts'
import type { RunObject } from '../models.ts'
import { paintStatus } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { asInput, presentFields } from '../present-fields.ts'
import type { Connect, Session } from '../session.ts'
import { readValues } from '../values.ts'
import { tellCancel } from './tell-cancel.ts'
import { tellPreview } from './tell-preview.ts'

type Answer = RunObject | { readonly status: 'accepted'; readonly operation_id: string }

type RerunBody = NonNullable<
  paths['/v1/workflow-runs/{id}/rerun']['post']['requestBody']
>['content']['application/json']

export const reasonOption = ['-r, --reason <text>', 'reason for the history'] as const
export const dryRunOption = ['--dry-run', 'only preview the effect on each step'] as const

interface ResumeOptions {
  readonly input?: string
  readonly step?: string
  readonly task?: string
  readonly reason?: string
}

interface RetryOptions {
  readonly from?: string
  readonly newest?: true
  readonly input?: string
  readonly reason?: string
  readonly dryRun?: true
}

interface CancelOptions {
  readonly reason?: string
  readonly compensate?: boolean
  readonly force?: boolean
  readonly dryRun?: true
}

export function resumeCommand(connect: Connect): Command {
  return verb('resume', 'resume a paused run, or answer what it waits for')
    .argument('[values...]', 'the answer: approved=true')
    .option('-i, --input <json>', 'the answer as JSON, @file.json, or - for standard input')
    .option('-s, --step <name>', 'which step, if several wait')
    .option('--task <id>', 'which human task')
    .option(...reasonOption)
    .action(async (runId: string, values: string[], options: ResumeOptions) => {
      const input = await readValues(connect().terminal, values, options.input)
      const { step, task: task_id, reason } = options
      const body = presentFields({ input, step, task_id, reason })
      await send(connect, runId, (api, to) => api.POST('/v1/workflow-runs/{id}/resume', { ...to, body }))
    })
}

export function retryCommand(connect: Connect): Command {
  return verb('retry', 'retry a failed run; completed steps do not run again')
    .option('-s, --from <step>', 'from this step instead of the one that failed')
    .option('--newest', 'with the newest version, as a new run that reuses completed results')
    .option('-i, --input <json>', 'replace its input: JSON, @file.json, or - for standard input')
    .option(...reasonOption)
    .option(...dryRunOption)
    .action(async (runId: string, { from: from_step, newest, reason, ...options }: RetryOptions) => {
      const again = newest && ({ version: 'newest', results: 'kept' } as const)
      const of = again ? 'rerun' : 'retry'
      if (options.dryRun) return tellPreview(connect(), runId, { of, ...again, ...presentFields({ from_step }) })
      const input = await readValues(connect().terminal, [], options.input)
      const body = presentFields({ from_step, input: asInput(input), reason })
      if (again) return goOnAsNew(connect(), runId, { ...again, ...body })
      await send(connect, runId, (api, to) => api.POST('/v1/workflow-runs/{id}/retry', { ...to, body }))
    })
}

async function goOnAsNew({ client, terminal, json }: Session, run: string, body: RerunBody): Promise<void> {
  const to = keyed(await findRun(client, run))
  const made = await client.told(client.api.POST('/v1/workflow-runs/{id}/rerun', { ...to, body }))
  if (json) return printJson(terminal, made)
  terminal.out(`${made.run_id}\n`)
  terminal.say(`It continues as this run. Watch it: heddle logs --follow ${made.run_id}\n`)
}

export function cancelCommand(connect: Connect): Command {
  return verb('cancel', 'end a run')
    .option(...reasonOption)
    .option('--compensate', 'roll back completed steps that have an undo function')
    .option('--no-compensate', 'do not roll back')
    .option('--force', 'end it now, even during a rollback')
    .option('--dry-run', 'only preview what would be rolled back')
    .action((runId: string, { dryRun, reason, ...how }: CancelOptions) =>
      dryRun
        ? tellCancel(connect(), runId, how)
        : send(connect, runId, (api, to) =>
            api.POST('/v1/workflow-runs/{id}/cancel', { ...to, body: { ...presentFields({ reason }), ...how } }),
          ),
    )
}

export function removeCommand(connect: Connect): Command {
  return verb('remove', 'remove an ended run for good, with its history and all runs below it').action(
    async (run: string) => {
      const { client, terminal, json } = connect()
      const params = { path: { id: await findRun(client, run) } }
      // `runs` counts those below it, too.
      const removed = await client.told(client.api.DELETE('/v1/workflow-runs/{id}', { params }))
      if (json) return printJson(terminal, removed)
      const below = removed.runs > 1 ? `, with ${removed.runs - 1} below it` : ''
      terminal.out(`${removed.run_id} is removed${below}.\n`)
    },
  )
}

export function verb(name: string, description: string): Command {
  return new Command(name).description(description).argument('<run>', runArgument)
}

/** Sends a verb to a run, under a key of its own, and prints what became of it. */
export async function send(
  connect: Connect,
  run: string,
  ask: (api: Client['api'], to: ReturnType<typeof keyed>) => Promise<Verbal>,
): Promise<void> {
  const { client, terminal, json } = connect()
  const answer = await client.told(ask(client.api, keyed(await findRun(client, run))))
  if (json) return printJson(terminal, answer)
  if ('operation_id' in answer) return terminal.out('Accepted: the run continues once an engine takes it.\n')
  terminal.out(`${answer.workflow_name} is ${paintStatus(terminal, answer.workflow_status)}.\n`)
}

interface Verbal {
  readonly data?: Answer
  readonly error?: unknown
  readonly response: Response
}

const keyed = (id: string) => ({ params: { path: { id }, header: { 'Idempotency-Key': randomUUID() } } })
