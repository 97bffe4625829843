import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import type { RunObject } from '../models.ts'
import { paintStatus } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { runPath } from '../run-history.ts'
import type { Connect } from '../session.ts'
import { readValues } from '../values.ts'

type Answer = RunObject | { readonly status: 'accepted'; readonly operation_id: string }

export function resumeCommand(connect: Connect): Command {
  return verb('resume', 'let a paused run go on, or answer what it waits for')
    .argument('[values...]', 'the answer: approved=true')
    .option('-i, --input <json>', 'the answer as JSON, @file.json, or - for the standard input')
    .option('-s, --step <name>', 'which wait, where there are several')
    .option('--task <id>', 'which human task')
    .action(async (runId: string, values: string[], options: { input?: string; step?: string; task?: string }) => {
      const input = await readValues(connect().terminal, values, options.input)
      await send(connect, runId, 'resume', { input, step: options.step, task_id: options.task })
    })
}

export function retryCommand(connect: Connect): Command {
  return verb('retry', 'let a failed run go on; what completed is not done again')
    .option('-s, --from <step>', 'from this step instead of the one that failed')
    .action((runId: string, { from }: { from?: string }) => send(connect, runId, 'retry', { from_step: from }))
}

export function cancelCommand(connect: Connect): Command {
  return verb('cancel', 'end a run')
    .option('-r, --reason <text>', 'for the history')
    .option('--compensate', 'undo what completed, where steps say how')
    .option('--no-compensate', 'leave it as it is')
    .action((runId: string, { reason, compensate }: { reason?: string; compensate?: boolean }) =>
      send(connect, runId, 'cancel', { reason, compensate }),
    )
}

function verb(name: string, description: string): Command {
  return new Command(name).description(description).argument('<run>')
}

async function send(connect: Connect, runId: string, name: string, body: object): Promise<void> {
  const { client, terminal, json } = connect()
  const answer = await client.json<Answer>('POST', `${runPath(runId)}/${name}`, { body, idempotencyKey: randomUUID() })
  if (json) return printJson(terminal, answer)
  if ('operation_id' in answer) return terminal.out('Accepted: the run does it as soon as an engine holds it.\n')
  terminal.out(`${answer.workflow_name} is ${paintStatus(terminal, answer.workflow_status)}.\n`)
}
