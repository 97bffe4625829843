import { Command } from 'commander'
import { findRun, runArgument } from '../find-run.ts'
import type { EventObject } from '../models.ts'
import { readHistory } from '../run-history.ts'
import type { Connect } from '../session.ts'
import { followRun } from './follow.ts'
import { tellEvent } from './tell-event.ts'

interface LogsOptions {
  readonly follow?: true
  readonly step?: string
}

export function logsCommand(connect: Connect): Command {
  return new Command('logs')
    .description('show the history of a run, one event per line')
    .argument('<run>', runArgument)
    .option('-f, --follow', 'follow until the run ends; exit code 1 unless it completed')
    .option('-s, --step <name>', 'only events of this step')
    .addHelpText('after', '\nWith --json every line is the JSON of one event.')
    .action(async (asked: string, { follow, step }: LogsOptions) => {
      const session = connect()
      const runId = await findRun(session.client, asked)
      const concerns = (event: EventObject) => step === undefined || event.step === step
      if (follow) return followRun(session, runId, concerns)
      for await (const event of readHistory(session.client, runId)) if (concerns(event)) tellEvent(session, event)
    })
}
