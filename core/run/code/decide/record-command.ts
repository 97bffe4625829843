import { cleanText, shortened } from '#core/clean-text.ts'
import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import { closeTask } from '../../decide/close-task.ts'
import type { Decision } from '../../decide/decision.ts'
import { spawn } from '../../decide/steps/sub-workflow.ts'
import { stepState } from '../../state.ts'
import { isOpen } from '../../step-state.ts'
import type { ApprovalOptions, CodeCommand, RecordedCommand } from '../code-state.ts'
import { numberOf, stepOf } from '../command-names.ts'
import { failCommand, startAttempt } from './activity.ts'

/** Records a new command as a step of the run. */
export function recordCommand(decision: Decision, command: CodeCommand): void {
  const step = stepOf(command)
  const { kind, n, name } = command
  const record = { kind, n, name, at: decision.now }
  switch (command.kind) {
    case 'activity': {
      const { options, args, function: called } = command
      const more = { function: called, with: args, ...(options !== undefined && { options }) }
      startAttempt(decision, step, { ...record, ...more }, 1)
      return
    }
    case 'timer':
      startTimer(decision, step, { ...record, duration_ms: command.duration_ms }, 1)
      return
    case 'child':
      startChild(decision, step, record, command)
      return
    case 'approval':
      openApproval(decision, step, record, command.task)
      return
    case 'compensation': {
      const { options, args, function: called } = command
      const registered = { ...record, function: called, ...(options !== undefined && { options }) }
      const payload = { command: registered, with: args }
      decision.emit({ type: 'workflow.compensation.registered', step, iteration: 1, payload })
      return
    }
    case 'milestone': {
      const { details } = command
      const payload = { command: { kind, n, name }, ...(details !== undefined && { details }) }
      decision.emit({ type: 'workflow.node.milestone', step, iteration: 1, payload })
    }
  }
}

/** The body no longer awaits a command. A command that has ended meanwhile stays as it is. */
export function cancelCommand(decision: Decision, n: number): void {
  const { nextState } = decision
  const step = nextState.open.find((name) => numberOf(name) === n)
  if (step === undefined || !isOpen(stepState(nextState, step))) return
  closeTask(decision, step, 'cancelled')
  decision.emit({ type: 'workflow.node.skipped', step, iteration: 1, payload: { reason: 'cancelled' } })
}

/** Starts a timer for the rest of its duration: a retry of the run does not wait for the whole of it again. */
export function startTimer(decision: Decision, step: string, record: RecordedCommand, attempt: number): void {
  const { duration_ms = 0, at, with: _, ...shape } = record
  const command = { ...shape, at, duration_ms }
  const payload = { step_type: 'TIMER', with: { duration_ms }, command }
  decision.emit({ type: 'workflow.node.started', step, iteration: 1, attempt, payload })
  const due_at = Math.max(decision.now, at + Math.min(duration_ms, limits.run.timerMs))
  const timer_id = `wait:${step}:1:${attempt}`
  decision.emit({
    type: 'workflow.timer.set',
    step,
    iteration: 1,
    payload: { timer_id, due_at, purpose: 'wait' },
  })
}

export function startChild(
  decision: Decision,
  step: string,
  record: RecordedCommand,
  { name: workflow, input, abandon }: Pick<Extract<CodeCommand, { kind: 'child' }>, 'name' | 'input' | 'abandon'>,
  attempt = 1,
): void {
  const { with: _, ...command } = record
  const payload = { step_type: 'CHILD', with: input, command }
  decision.emit({ type: 'workflow.node.started', step, iteration: 1, attempt, payload })
  const of = { name: step, type: 'SUB_WORKFLOW' } as Step
  const failure = spawn(decision, of, { iteration: 1 }, { workflow, input, ...(abandon && { abandon }) })
  if (failure !== null) failCommand(decision, step, failure)
}

export function openApproval(
  decision: Decision,
  step: string,
  record: RecordedCommand,
  task: ApprovalOptions,
  attempt = 1,
): void {
  const { with: _, ...command } = record
  const given = JSON.parse(JSON.stringify(task)) as ApprovalOptions & { readonly [key: string]: never }
  const payload = { step_type: 'APPROVAL', with: given, command }
  decision.emit({ type: 'workflow.node.started', step, iteration: 1, attempt, payload })
  const { title, instructions, form, assignees = [], groups = [] } = task
  const text = instructions === undefined ? undefined : cleanText(instructions)
  decision.emit({
    type: 'workflow.human_task.opened',
    step,
    iteration: 1,
    payload: {
      task_id: decision.context.newId(),
      title: shortened(cleanText(title), limits.text.title),
      ...(text !== undefined && { instructions: text.slice(0, limits.inbox.instructionsCharacters) }),
      ...(form !== undefined && { form }),
      assignees: [...new Set(assignees.map(canonicalId))],
      groups: [...new Set(groups.map(canonicalId))],
      excluded: [],
    },
  })
}
