import { randomUUID } from 'node:crypto'
import { Command, Option } from 'commander'
import { type WorkflowIdReuse, workflowIdReuses } from '#core/run/start/workflow-id.ts'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import { asInput, presentFields } from '../present-fields.ts'
import type { Connect, Session } from '../session.ts'
import { positive, readValues } from '../values.ts'
import { followRun } from './follow.ts'

interface RunOptions {
  readonly input?: string
  readonly version?: number
  readonly tag?: readonly string[]
  readonly priority?: string
  readonly manual?: true
  readonly key?: string
  readonly follow?: true
  readonly workflowId?: string
  readonly reuse?: WorkflowIdReuse
  readonly signal?: string
  readonly signalData?: string
}

export function runCommand(connect: Connect): Command {
  return new Command('run')
    .description('start a run of a workflow')
    .argument('<workflow>')
    .argument('[values...]', 'its input: amount=24000 customer=Weaver')
    .option('-i, --input <json>', 'its input as JSON, @file.json, or - for standard input')
    .option('--version <n>', 'a version other than the newest', positive)
    .option('-t, --tag <tags...>', 'tags for finding the run')
    .option('--priority <n>', '-100 to 100; higher goes first')
    .option('--manual', 'step through manually')
    .option('-k, --key <key>', 'idempotency key: sent again, it is the same run')
    .option('-w, --workflow-id <id>', 'your own id of the work: one run that has not ended has it')
    .addOption(
      new Option('--reuse <how>', 'when an id may be used again whose run has ended').choices([...workflowIdReuses]),
    )
    .option('-s, --signal <name>', 'signal the run with the workflow id, or start it with the signal')
    .option('--signal-data <json>', 'the data of the signal as JSON, @file.json, or - for standard input')
    .option('-f, --follow', 'show events until the run ends; exit code 1 unless it completed')
    .action(async (workflow: string, values: string[], options: RunOptions) => {
      const session = connect()
      const start = options.signal === undefined ? startRun : signalWithStart
      const started = await start(session, workflow, values, options)
      if (options.follow) return followRun(session, started.run_id)
      if (session.json) return printJson(session.terminal, started)
      session.terminal.out(`${started.run_id}\n`)
      const done = 'started' in started && !started.started ? 'Signalled the run of' : 'Started'
      session.terminal.say(`${done} ${workflow}. Watch it: heddle logs --follow ${started.run_id}\n`)
      session.terminal.say(`or at ${new URL(`/runs/${started.run_id}`, session.client.url)}\n`)
    })
}

type Start = readonly [session: Session, workflow: string, values: string[], options: RunOptions]

async function startRun(...start: Start) {
  const [{ client }] = start
  return client.told(client.api.POST('/v1/workflows/run', { params: paramsOf(start), body: await bodyOf(start) }))
}

async function signalWithStart(...start: Start) {
  const [{ client, terminal }, , , { workflowId, signal = '', signalData }] = start
  if (workflowId === undefined) throw new CommandError('--signal goes to the run of a workflow id: add --workflow-id.')
  const payload = await readValues(terminal, [], signalData)
  const body = {
    ...(await bodyOf(start)),
    workflow_id: workflowId,
    signal_name: signal,
    ...(payload !== undefined && { payload }),
  }
  return client.told(client.api.POST('/v1/workflows/signal-with-start', { params: paramsOf(start), body }))
}

async function bodyOf([{ terminal }, , values, options]: Start) {
  return presentFields({
    input: asInput(await readValues(terminal, values, options.input)) ?? {},
    tags: options.tag && [...options.tag],
    priority: options.priority === undefined ? undefined : Number(options.priority),
    drive: options.manual && ('manual' as const),
    workflow_id: options.workflowId,
    workflow_id_reuse: options.reuse,
  })
}

function paramsOf([, workflow, , { version, key }]: Start) {
  // The key lets the client repeat a start whose answer was lost.
  return { query: presentFields({ name: workflow, version }), header: { 'Idempotency-Key': key ?? randomUUID() } }
}
