import type { EventOf } from '../event.ts'
import { type Rollback, type RunClock, stepState } from '../state.ts'
import type { OpenStep, Running, StepState, StepTimeout, WaitingForPerson } from '../step-state.ts'
import type { TimerPurpose } from '../words.ts'
import type { Appliers } from './appliers.ts'
import { changeFlying, type FlyingBack, flyingOf, waitAgain } from './apply-item.ts'
import { visit } from './apply-step.ts'
import { applyChanges } from './data.ts'
import type { Draft } from './draft.ts'
import { enter } from './enter.ts'
import { noteEffects } from './note-effects.ts'

/** Events of waits: people, time and children. Each follows the `started` (or the answer) of its step. */
export const waitAppliers = {
  'workflow.human_task.opened': (draft, event) => {
    const { result, changes, ...task } = event.payload
    if (event.item !== undefined) {
      const asked = { status: 'waiting_person' as const, task, since: event.at }
      changeFlying(draft, event.step, event.item, { ...asked, ...(result !== undefined && { result }) })
      return
    }
    const base = { ...waitBase(draft, event.step), since: event.at, task }
    enter(draft, event.step, { ...base, status: 'waiting_person', ...(result !== undefined && { result }) })
    applyChanges(draft, event.step, changes)
  },
  'workflow.human_task.decided': (draft, event) => {
    const { task_id, actor, input, approved_by: approvedBy, key, impact, effects, held } = event.payload
    draft.decisions[event.step] = {
      taskId: task_id,
      actor,
      at: event.at,
      ...(approvedBy !== undefined && { approvedBy }),
    }
    if (event.item !== undefined) {
      changeFlying(draft, event.step, event.item, { status: 'running' })
      return
    }
    if (held) {
      const base = waitBase(draft, event.step)
      // The asking attempt has not failed, so the calling attempt has all attempts of the policy.
      const kept = { attemptsBefore: base.attempt, answer: input, timerId: null, retryAt: event.at }
      enter(draft, event.step, { ...base, status: 'backing_off', ...kept })
      return
    }
    enter(draft, event.step, {
      ...waitBase(draft, event.step),
      status: 'running',
      attemptStartedAt: event.at,
      answer: input,
      ...(key !== undefined && { key }),
      ...(impact !== undefined && { impact }),
    })
    noteEffects(draft, effects)
  },
  'workflow.human_task.approved': (draft, event) => {
    const { actor, input } = event.payload
    const { approvals = [] } = stepState(draft, event.step) as WaitingForPerson
    changeWaiting(draft, event.step, { approvals: [...approvals, { actor, input, at: event.at }] })
  },
  'workflow.human_task.reminded': (draft, event) => {
    changeWaiting(draft, event.step, { reminded: event.payload.reminder })
  },
  'workflow.human_task.escalated': (draft, event) => {
    changeWaiting(draft, event.step, { escalatedTo: event.payload.to })
  },
  'workflow.human_task.closed': () => {},
  'workflow.timer.set': (draft, event) => {
    const { timer_id: timerId, due_at: dueAt, purpose } = event.payload
    if (purpose === 'settle') {
      draft.rollback = { ...(draft.rollback as Rollback), settle: { timerId, dueAt } }
    } else if (event.step === undefined) {
      draft.clock = { running: true, timerId, dueAt }
    } else if (purpose === 'wait') {
      const base = { ...waitBase(draft, event.step), since: event.at }
      enter(draft, event.step, { ...base, status: 'waiting_time', timerId, dueAt })
    } else if (draft.rollback?.current) {
      const current = { ...draft.rollback.current, retry: { timerId, dueAt } }
      draft.rollback = { ...draft.rollback, current }
    } else if (event.item !== undefined) {
      const { error, retryAt } = flyingOf(draft, event.step, event.item) as FlyingBack
      changeFlying(draft, event.step, event.item, { status: 'backing_off', error, retryAt, timerId })
    } else {
      const { timeoutLeftMs, ...step } = stepState(draft, event.step) as Limited
      const left = purpose === 'timeout' || timeoutLeftMs === undefined ? {} : { timeoutLeftMs }
      draft.steps[event.step] = { ...step, ...left, ...timerOf(purpose, timerId, dueAt) } as StepState
    }
  },
  'workflow.timer.fired': (draft, event) => {
    if (event.step === undefined) {
      draft.clock = null
      draft.rollback = draft.rollback && withoutSettle(draft.rollback)
      return
    }
    if (event.item !== undefined) {
      const { error, retryAt } = flyingOf(draft, event.step, event.item) as FlyingBack
      changeFlying(draft, event.step, event.item, { status: 'backing_off', error, retryAt, timerId: null })
      return
    }
    const step = stepState(draft, event.step)
    if (step?.status === 'looping') {
      const { resting: _, ...rested } = step
      draft.steps[event.step] = rested
    }
    if (step?.status === 'backing_off') draft.steps[event.step] = { ...step, timerId: null }
    if (step?.status === 'waiting_person' && step.alarm?.timerId === event.payload.timer_id) {
      const { alarm: _, ...waiting } = step
      draft.steps[event.step] = waiting
    }
  },
  'workflow.timer.cancelled': (draft, event) => {
    if (event.step !== undefined) {
      const { timeout, ...step } = stepState(draft, event.step) as Limited & { readonly timeout: StepTimeout }
      draft.steps[event.step] = { ...step, timeoutLeftMs: Math.max(0, timeout.dueAt - event.at) }
      return
    }
    const { dueAt } = draft.clock as Extract<RunClock, { running: true }>
    draft.clock = { running: false, leftMs: Math.max(0, dueAt - event.at) }
  },
  'workflow.child.spawned': (draft, event) => {
    const { child_run_id: childRunId, workflow, input, abandon, detached, effects, verdict_follows } = event.payload
    if (!verdict_follows) noteEffects(draft, effects)
    if (detached) return
    draft.children[childRunId] = {
      step: event.step,
      iteration: event.iteration,
      ...(event.item !== undefined && { item: event.item }),
      workflow,
      input,
      waits: { count: 0 },
      ...(abandon && { abandon }),
      ...(verdict_follows && effects !== undefined && { effects }),
    }
    if (event.item === undefined) waitForChild(draft, event)
    else changeFlying(draft, event.step, event.item, { status: 'waiting_child', childRunId, workflow })
  },
  'workflow.child.retried': (draft, event) => {
    const { step, iteration, item } = event
    const { child_run_id, workflow, abandon, effects } = event.payload
    draft.children[child_run_id] = {
      step,
      iteration,
      ...(item !== undefined && { item }),
      workflow,
      waits: { count: 0 },
      ...(abandon && { abandon }),
      ...(effects !== undefined && { effects }),
    }
    if (item === undefined) waitForChild(draft, event)
    else waitAgain(draft, { ...event, item })
  },
  'workflow.child.waits_changed': (draft, event) => {
    const { child_run_id, waits } = event.payload
    const child = draft.children[child_run_id]
    // Histories of earlier versions also record the end of a child that outlived its parent.
    if (child !== undefined) draft.children[child_run_id] = { ...child, waits }
  },
  'workflow.child.ended': (draft, event) => {
    const { child_run_id, verdict } = event.payload
    if (verdict !== 'safe') noteEffects(draft, draft.children[child_run_id]?.effects)
    delete draft.children[child_run_id]
  },
} satisfies Partial<Appliers>

function withoutSettle({ settle: _, ...rollback }: Rollback): Rollback {
  return rollback
}

/** A step whose wait has a durable limit. */
type Limited = Extract<OpenStep, { readonly timeoutLeftMs?: number }>

function timerOf(purpose: TimerPurpose, timerId: string, dueAt: number) {
  if (purpose === 'retry') return { timerId }
  if (purpose === 'reminder' || purpose === 'escalation') return { alarm: { timerId, dueAt, purpose } }
  return purpose === 'turn' ? { resting: { timerId, dueAt } } : { timeout: { timerId, dueAt } }
}

function changeWaiting(draft: Draft, step: string, change: Partial<WaitingForPerson>): void {
  draft.steps[step] = { ...(stepState(draft, step) as WaitingForPerson), ...change }
}

function waitForChild(
  draft: Draft,
  { step, at, payload }: EventOf<'workflow.child.spawned'> | EventOf<'workflow.child.retried'>,
): void {
  const { child_run_id: childRunId, workflow, abandon } = payload
  enter(draft, step, {
    ...waitBase(draft, step),
    status: 'waiting_child',
    since: at,
    childRunId,
    workflow,
    ...(abandon && { abandon }),
  })
}

export function waitBase(draft: Draft, step: string) {
  const before = stepState(draft, step) as Running
  return {
    ...visit(before, before.iteration),
    startedAt: before.startedAt,
    ...(before.with !== undefined && { with: before.with }),
    ...(before.key !== undefined && { key: before.key }),
    ...(before.answer !== undefined && { answer: before.answer }),
  }
}
