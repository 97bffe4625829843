import type { Flying } from '../fan.ts'
import { type ChildState, stepState } from '../state.ts'
import type { OpenStep } from '../step-state.ts'
import { openTasks } from '../views/open-work.ts'
import { isWaiting, statusOf } from '../views/status.ts'
import type { Decision } from './decision.ts'
import { releaseWhileWaiting } from './envelope/release-while-waiting.ts'
import { keepDeadlines } from './envelope/set-deadline.ts'
import { keepClocks } from './keep-clocks.ts'
import { endUnstarted } from './rollback/unstarted-children.ts'

/**
 * Derived events at the end of a decision about a run that goes on: dropped children of this batch are ended; a changed
 * live status is recorded; `run.waiting` follows if a person is newly asked or the run begins to wait; clocks are
 * suspended or restarted.
 */
export function conclude(decision: Decision): void {
  const { nextState } = decision
  if (nextState.outcome !== null || decision.events.length === 0) return
  endUnstarted(decision)
  const before = decision.statusBefore
  const after = statusOf(nextState)
  if (before !== after) {
    decision.emit({ type: 'workflow.run.status_changed', payload: { from: before, to: after } })
  }
  if (isWaiting(after) && (before !== after || asksPeople(decision))) {
    decision.emit({ type: 'workflow.run.waiting', payload: { status: after, steps: waitingSteps(decision) } })
  }
  releaseWhileWaiting(decision)
  keepClocks(decision)
  keepDeadlines(decision)
}

function asksPeople({ events, nextState }: Decision): boolean {
  return events.some((event) => {
    if (event.type === 'workflow.signal.awaited') return stepState(nextState, event.step)?.status === 'waiting_signal'
    if (event.type !== 'workflow.human_task.opened') return false
    const { task_id } = event.payload
    return openTasks(nextState).some(({ task }) => task.task_id === task_id)
  })
}

function waitingSteps(decision: Decision): readonly string[] {
  const { nextState } = decision
  return nextState.open.filter((name) => {
    const step = nextState.steps[name] as OpenStep
    if (step.status === 'waiting_child') return (nextState.children[step.childRunId] as ChildState).waits.count > 0
    if (step.status === 'fanned_out') return step.fan.flight.some((flying) => waits(decision, flying))
    return step.status === 'waiting_person' || step.status === 'waiting_signal'
  })
}

function waits({ nextState }: Decision, flying: Flying): boolean {
  if (flying.status === 'waiting_child') return (nextState.children[flying.childRunId] as ChildState).waits.count > 0
  return flying.status === 'waiting_person'
}
