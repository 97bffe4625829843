import { CommandError } from '../command-error.ts'
import type { EventObject } from '../models.ts'
import { paintStatus } from '../output/paint.ts'
import type { Session } from '../session.ts'
import { tellEvent } from './tell-event.ts'

/** Prints a run's events until it has ended; throws when it has not completed. */
export async function followRun(session: Session, runId: string, concerns = (_: EventObject) => true): Promise<void> {
  const { client, terminal } = session
  for await (const event of client.follow(client.heddle.history(runId, { signal: terminal.signal }))) {
    if (concerns(event)) tellEvent(session, event)
  }
  if (terminal.signal.aborted) return
  const run = await client.told(client.api.GET('/v1/workflow-runs/{id}', { params: { path: { id: runId } } }))
  if (!session.json) terminal.say(`${run.workflow_name} is ${paintStatus(terminal, run.workflow_status)}.\n`)
  if (run.status !== 'completed') {
    throw new CommandError(run.error?.message ?? `The run is ${run.workflow_status}.`, {
      code: run.error?.code ?? run.workflow_status,
    })
  }
}
