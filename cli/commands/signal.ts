import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import { type Column, table } from '../output/table.ts'
import { presentFields } from '../present-fields.ts'
import type { Connect } from '../session.ts'
import { readValues } from '../values.ts'

interface SignalOptions {
  readonly data?: string
  readonly key?: string
}

interface Fired {
  readonly workflow: string
  readonly state: 'started' | 'delivered' | 'failed'
  readonly run_id: string | null
  readonly reason: string | null
}

const words = { started: 'started', delivered: 'signalled', failed: 'failed' } as const

const columns: readonly Column<Fired>[] = [
  { title: 'WORKFLOW', value: ({ workflow }) => workflow },
  { title: 'RESULT', value: ({ state }) => words[state] },
  { title: 'RUN', value: ({ run_id, reason }) => run_id ?? reason ?? '', shrinks: true },
]

/** Sends a signal to the triggers that wait for it; fails where one of them has failed. */
export function signalCommand(connect: Connect): Command {
  return new Command('signal')
    .description('send a signal to the workflows that wait for it')
    .argument('<name>', 'the signal of a trigger, such as order.placed')
    .argument('[values...]', 'its data: order_id=42 express=true')
    .option('-d, --data <json>', 'its data as JSON, @file.json, or - for standard input')
    .option('-k, --key <key>', 'idempotency key: sent again, it fires each trigger once')
    .action(async (name: string, values: string[], { data, key = randomUUID() }: SignalOptions) => {
      const { client, terminal, json } = connect()
      const payload = await readValues(terminal, values, data)
      const { triggers } = await client.told(
        client.api.POST('/v1/signals', {
          params: { header: { 'Idempotency-Key': key } },
          body: { signal_name: name, ...presentFields({ payload }) },
        }),
      )
      if (json) printJson(terminal, { triggers })
      else if (triggers.length === 0) terminal.say(`No workflow waits for the signal ${name}.\n`)
      else terminal.out(table(terminal, columns, triggers))
      const failed = triggers.find(({ state }) => state === 'failed')
      if (failed) throw new CommandError(`${failed.workflow}: ${failed.reason ?? 'nothing was started'}`)
    })
}
