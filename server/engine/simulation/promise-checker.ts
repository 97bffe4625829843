import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { MailRow, Tables } from '../store/memory/tables.ts'
import type { SimulatedViolation } from './world.ts'

type HistoryOf = (runId: string) => readonly RunEvent[]
type Violate = (violation: SimulatedViolation) => void

/** What was answered with yes was done, and once; and nothing was started that nobody asked for. */
export function checkPromises(tables: Tables, historyOf: HistoryOf, violate: Violate): void {
  const decided = new Set<string>()
  for (const mail of tables.operations.values()) {
    if (mail.reply === null || !('ok' in mail.reply)) continue
    const broken = brokenPromise(mail, historyOf(mail.runId), decided)
    if (broken !== null) violate({ invariant: 2, what: `${broken} (run ${mail.runId})` })
  }
  for (const { runId, parentRunId } of tables.runs.values()) {
    for (const event of historyOf(runId)) {
      if (event.type !== 'workflow.child.spawned' || !event.payload.detached) continue
      const { child_run_id } = event.payload
      if (!tables.runs.has(child_run_id))
        violate({ invariant: 1, what: `${child_run_id}, let go by ${runId}, never began` })
    }
    if (parentRunId === null) continue
    const isKnown = historyOf(parentRunId).some(
      (event) => event.type === 'workflow.child.spawned' && event.payload.child_run_id === runId,
    )
    if (!isKnown) violate({ invariant: 1, what: `run ${parentRunId} never asked for its child ${runId}` })
  }
}

function brokenPromise(mail: MailRow, history: readonly RunEvent[], decided: Set<string>): string | null {
  const command = JSON.parse(mail.command) as Command
  if (command.type === 'resume' && command.task_id !== undefined) {
    const { task_id, actor } = command
    // Of a task that several have to approve, each of them is told yes once.
    const word = `${task_id} by ${actor.id}`
    if (decided.has(word)) return `task ${word} was decided twice`
    decided.add(word)
    const isSo = history.some(
      (event) =>
        (event.type === 'workflow.human_task.decided' || event.type === 'workflow.human_task.approved') &&
        event.payload.task_id === task_id &&
        event.payload.actor.id === actor.id,
    )
    return isSo ? null : `the decision about ${task_id} was accepted for something else`
  }
  if (command.type === 'cancel' && command.compensate) {
    const [created] = history
    const isSaga = created?.type === 'workflow.run.created' && created.payload.saga
    const began = history.some((event) => event.type === 'workflow.run.started')
    const turned = history.some(
      (event) => event.type === 'workflow.run.rolling_back' && event.payload.cause === 'operator',
    )
    return isSaga && began && !turned ? 'it was to compensate when it was cancelled, and did not' : null
  }
  return null
}
