import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
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
    .option('-f, --follow', 'show events until the run ends; exit code 1 unless it completed')
    .action(async (workflow: string, values: string[], options: RunOptions) => {
      const session = connect()
      const started = await startRun(session, workflow, values, options)
      if (options.follow) return followRun(session, started.run_id)
      if (session.json) return printJson(session.terminal, started)
      session.terminal.out(`${started.run_id}\n`)
      session.terminal.say(`Started ${workflow}. Watch it: heddle logs --follow ${started.run_id}\n`)
      session.terminal.say(`or at ${new URL(`/runs/${started.run_id}`, session.client.url)}\n`)
    })
}

async function startRun({ client, terminal }: Session, workflow: string, values: string[], options: RunOptions) {
  const body = presentFields({
    input: asInput(await readValues(terminal, values, options.input)) ?? {},
    tags: options.tag && [...options.tag],
    priority: options.priority === undefined ? undefined : Number(options.priority),
    drive: options.manual && ('manual' as const),
  })
  const query = presentFields({ name: workflow, version: options.version })
  // The key lets the client repeat a start whose answer was lost.
  const header = { 'Idempotency-Key': options.key ?? randomUUID() }
  return client.told(client.api.POST('/v1/workflows/run', { params: { query, header }, body }))
}
