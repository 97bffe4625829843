import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { findRun, runArgument } from '../find-run.ts'
import type { RerunObject, RunObject } from '../models.ts'
import { paintStatus } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { runPath } from '../run-history.ts'
import type { Connect, Session } from '../session.ts'
import { readValues } from '../values.ts'
import { tellCancel } from './tell-cancel.ts'
import { tellPreview } from './tell-preview.ts'

type Answer = RunObject | { readonly status: 'accepted'; readonly operation_id: string }

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

interface RemovedRunObject {
  readonly run_id: string
  /** With those below it. */
  readonly runs: number
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
      await send(connect, runId, 'resume', { input, step, task_id, reason })
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
      if (options.dryRun) return tellPreview(connect(), runId, { of: again ? 'rerun' : 'retry', ...again, from_step })
      const input = await readValues(connect().terminal, [], options.input)
      if (again) return goOnAsNew(connect(), runId, { ...again, from_step, input, reason })
      await send(connect, runId, 'retry', { from_step, input, reason })
    })
}

async function goOnAsNew({ client, terminal, json }: Session, run: string, body: object): Promise<void> {
  const path = `${runPath(await findRun(client, run))}/rerun`
  const made = await client.json<RerunObject>('POST', path, { body, idempotencyKey: randomUUID() })
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
      dryRun ? tellCancel(connect(), runId, how) : send(connect, runId, 'cancel', { reason, ...how }),
    )
}

export function removeCommand(connect: Connect): Command {
  return verb('remove', 'remove an ended run for good, with its history and all runs below it').action(
    async (run: string) => {
      const { client, terminal, json } = connect()
      const removed = await client.json<RemovedRunObject>('DELETE', runPath(await findRun(client, run)))
      if (json) return printJson(terminal, removed)
      const below = removed.runs > 1 ? `, with ${removed.runs - 1} below it` : ''
      terminal.out(`${removed.run_id} is removed${below}.\n`)
    },
  )
}

export function verb(name: string, description: string): Command {
  return new Command(name).description(description).argument('<run>', runArgument)
}

export async function send(connect: Connect, run: string, name: string, body: object): Promise<void> {
  const { client, terminal, json } = connect()
  const runId = await findRun(client, run)
  const answer = await client.json<Answer>('POST', `${runPath(runId)}/${name}`, { body, idempotencyKey: randomUUID() })
  if (json) return printJson(terminal, answer)
  if ('operation_id' in answer) return terminal.out('Accepted: the run continues once an engine takes it.\n')
  terminal.out(`${answer.workflow_name} is ${paintStatus(terminal, answer.workflow_status)}.\n`)
}
