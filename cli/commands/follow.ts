import { CommandError } from '../command-error.ts'
import type { EventObject, RunObject } from '../models.ts'
import { paintStatus } from '../output/paint.ts'
import { runPath } from '../run-history.ts'
import type { Session } from '../session.ts'
import { tellEvent } from './tell-event.ts'

/** Prints a run's events until it has ended; throws when it has not completed. */
export async function followRun(session: Session, runId: string, concerns = (_: EventObject) => true): Promise<void> {
  const { client, terminal } = session
  for await (const event of client.events<EventObject>(`${runPath(runId)}/history/stream`)) {
    if (concerns(event)) tellEvent(session, event)
  }
  if (terminal.signal.aborted) return
  const run = await client.json<RunObject>('GET', runPath(runId))
  if (!session.json) terminal.say(`${run.workflow_name} is ${paintStatus(terminal, run.workflow_status)}.\n`)
  if (run.status !== 'completed') {
    throw new CommandError(run.error?.message ?? `The run is ${run.workflow_status}.`, {
      code: run.error?.code ?? run.workflow_status,
    })
  }
}
