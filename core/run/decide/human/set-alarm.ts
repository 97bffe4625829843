import type { WaitingForPerson } from '../../step-state.ts'
import type { AlarmPurpose } from '../../words.ts'
import type { Decision } from '../decision.ts'

/** An open human task has one alarm timer at a time: for the next reminder, or for the escalation. */
export function setAlarm(decision: Decision, name: string): void {
  const waiting = decision.nextState.steps[name] as WaitingForPerson
  const next = nextAlarm(waiting)
  if (next === undefined) return
  const { iteration, task, reminded = 0 } = waiting
  const number = next.purpose === 'reminder' ? `:${reminded + 1}` : ''
  decision.emit({
    type: 'workflow.timer.set',
    step: name,
    iteration,
    payload: { timer_id: `${next.purpose}:${task.task_id}${number}`, due_at: next.at, purpose: next.purpose },
  })
}

interface Alarm {
  readonly at: number
  readonly purpose: AlarmPurpose
}

function nextAlarm({ task, reminded = 0, escalatedTo }: WaitingForPerson): Alarm | undefined {
  const at = task.reminders?.[reminded]
  const reminder: Alarm | undefined = at === undefined ? undefined : { at, purpose: 'reminder' }
  if (task.escalation === undefined || escalatedTo !== undefined) return reminder
  const escalation: Alarm = { at: task.escalation.at, purpose: 'escalation' }
  return reminder === undefined || reminder.at > escalation.at ? escalation : reminder
}

/** A due alarm records its reminder or escalation; then the next alarm is set. */
export function ringAlarm(
  decision: Decision,
  name: string,
  { task, reminded = 0, iteration }: WaitingForPerson,
  purpose: AlarmPurpose,
): void {
  const part = { step: name, iteration }
  const { task_id, escalation } = task
  if (purpose === 'reminder') {
    decision.emit({ type: 'workflow.human_task.reminded', ...part, payload: { task_id, reminder: reminded + 1 } })
  } else {
    const { to } = escalation as NonNullable<typeof escalation>
    decision.emit({ type: 'workflow.human_task.escalated', ...part, payload: { task_id, to } })
  }
  setAlarm(decision, name)
}
