import type { EventOf } from '../event.ts'
import { type Rollback, type RunClock, stepState } from '../state.ts'
import type { OpenStep, Running, StepState, StepTimeout, WaitingForPerson } from '../step-state.ts'
import type { TimerPurpose } from '../words.ts'
import type { Appliers } from './appliers.ts'
import { changeFlying, type FlyingBack, flyingOf, resumeChildWait } from './apply-item.ts'
import { visit } from './apply-step.ts'
import { applyChanges } from './data.ts'
import { enter } from './enter.ts'
import { fireEnvelopeTimer, isEnvelopeTimer, setEnvelopeTimer, stopEnvelopeTimer } from './envelope-timers.ts'
import type { MutableState } from './mutable-state.ts'
import { noteEffects } from './note-effects.ts'

/** Events of waits: people, time and children. Each follows the `started` (or the answer) of its step. */
export const waitAppliers = {
  'workflow.human_task.opened': (nextState, event) => {
    const { result, changes, ...task } = event.payload
    if (event.item !== undefined) {
      const asked = { status: 'waiting_person' as const, task, since: event.at }
      changeFlying(nextState, event.step, event.item, { ...asked, ...(result !== undefined && { result }) })
      return
    }
    const base = { ...waitBase(nextState, event.step), since: event.at, task }
    enter(nextState, event.step, { ...base, status: 'waiting_person', ...(result !== undefined && { result }) })
    applyChanges(nextState, event.step, changes)
  },
  'workflow.human_task.decided': (nextState, event) => {
    const { task_id, actor, input, approved_by: approvedBy, key, impact, effects, held } = event.payload
    nextState.decisions[event.step] = {
      taskId: task_id,
      actor,
      at: event.at,
      ...(approvedBy !== undefined && { approvedBy }),
    }
    if (event.item !== undefined) {
      changeFlying(nextState, event.step, event.item, { status: 'running' })
      return
    }
    if (held) {
      const base = waitBase(nextState, event.step)
      // The asking attempt has not failed, so the calling attempt has all attempts of the policy.
      const kept = { attemptsBefore: base.attempt, answer: input, timerId: null, retryAt: event.at }
      enter(nextState, event.step, { ...base, status: 'backing_off', ...kept })
      return
    }
    enter(nextState, event.step, {
      ...waitBase(nextState, event.step),
      status: 'running',
      attemptStartedAt: event.at,
      answer: input,
      ...(key !== undefined && { key }),
      ...(impact !== undefined && { impact }),
    })
    noteEffects(nextState, effects, event.step)
  },
  'workflow.human_task.approved': (nextState, event) => {
    const { actor, input } = event.payload
    const { approvals = [] } = stepState(nextState, event.step) as WaitingForPerson
    changeWaiting(nextState, event.step, { approvals: [...approvals, { actor, input, at: event.at }] })
  },
  'workflow.human_task.reminded': (nextState, event) => {
    changeWaiting(nextState, event.step, { reminded: event.payload.reminder })
  },
  'workflow.human_task.escalated': (nextState, event) => {
    changeWaiting(nextState, event.step, { escalatedTo: event.payload.to })
  },
  'workflow.human_task.closed': () => {},
  'workflow.timer.set': (nextState, event) => {
    const { timer_id: timerId, due_at: dueAt, purpose } = event.payload
    if (purpose === 'cancel_grace') return
    if (isEnvelopeTimer(purpose)) {
      setEnvelopeTimer(nextState, purpose, { timerId, dueAt })
    } else if (purpose === 'settle') {
      nextState.rollback = { ...(nextState.rollback as Rollback), settle: { timerId, dueAt } }
    } else if (event.step === undefined) {
      nextState.clock = { running: true, timerId, dueAt }
    } else if (purpose === 'wait') {
      const base = { ...waitBase(nextState, event.step), since: event.at }
      enter(nextState, event.step, { ...base, status: 'waiting_time', timerId, dueAt })
    } else if (nextState.rollback?.current) {
      const current = { ...nextState.rollback.current, retry: { timerId, dueAt } }
      nextState.rollback = { ...nextState.rollback, current }
    } else if (event.item !== undefined) {
      const { error, retryAt } = flyingOf(nextState, event.step, event.item) as FlyingBack
      changeFlying(nextState, event.step, event.item, { status: 'backing_off', error, retryAt, timerId })
    } else {
      const { timeoutLeftMs, ...step } = stepState(nextState, event.step) as Limited
      const left = purpose === 'timeout' || timeoutLeftMs === undefined ? {} : { timeoutLeftMs }
      nextState.steps[event.step] = { ...step, ...left, ...timerOf(purpose, timerId, dueAt) } as StepState
    }
  },
  'workflow.timer.fired': (nextState, event) => {
    if (event.step === undefined) {
      if (event.payload.timer_id === nextState.code?.grace?.timerId) return
      if (fireEnvelopeTimer(nextState, event.payload.timer_id, event.seq)) return
      nextState.clock = null
      nextState.rollback = nextState.rollback && withoutSettle(nextState.rollback)
      return
    }
    if (event.item !== undefined) {
      const { error, retryAt } = flyingOf(nextState, event.step, event.item) as FlyingBack
      changeFlying(nextState, event.step, event.item, { status: 'backing_off', error, retryAt, timerId: null })
      return
    }
    const step = stepState(nextState, event.step)
    if (step?.status === 'looping') {
      const { resting: _, ...rested } = step
      nextState.steps[event.step] = rested
    }
    if (step?.status === 'backing_off') nextState.steps[event.step] = { ...step, timerId: null }
    if (step?.status === 'waiting_person' && step.alarm?.timerId === event.payload.timer_id) {
      const { alarm: _, ...waiting } = step
      nextState.steps[event.step] = waiting
    }
  },
  'workflow.timer.cancelled': (nextState, event) => {
    if (event.step !== undefined) {
      const { timeout, ...step } = stepState(nextState, event.step) as Limited & { readonly timeout: StepTimeout }
      nextState.steps[event.step] = { ...step, timeoutLeftMs: Math.max(0, timeout.dueAt - event.at) }
      return
    }
    if (stopEnvelopeTimer(nextState, event.payload.timer_id, event.at)) return
    const { dueAt } = nextState.clock as Extract<RunClock, { running: true }>
    nextState.clock = { running: false, leftMs: Math.max(0, dueAt - event.at) }
  },
  'workflow.child.spawned': (nextState, event) => {
    const { child_run_id: childRunId, workflow, input, abandon, detached, effects, verdict_follows } = event.payload
    if (!verdict_follows) noteEffects(nextState, effects, event.step)
    if (detached) return
    nextState.children[childRunId] = {
      step: event.step,
      iteration: event.iteration,
      ...(event.item !== undefined && { item: event.item }),
      workflow,
      input,
      waits: { count: 0 },
      ...(abandon && { abandon }),
      ...(verdict_follows && effects !== undefined && { effects }),
    }
    if (event.item === undefined) waitForChild(nextState, event)
    else changeFlying(nextState, event.step, event.item, { status: 'waiting_child', childRunId, workflow })
  },
  'workflow.child.retried': (nextState, event) => {
    const { step, iteration, item } = event
    const { child_run_id, workflow, abandon, effects } = event.payload
    nextState.children[child_run_id] = {
      step,
      iteration,
      ...(item !== undefined && { item }),
      workflow,
      waits: { count: 0 },
      ...(abandon && { abandon }),
      ...(effects !== undefined && { effects }),
    }
    if (item === undefined) waitForChild(nextState, event)
    else resumeChildWait(nextState, { ...event, item })
  },
  'workflow.child.waits_changed': (nextState, event) => {
    const { child_run_id, waits } = event.payload
    const child = nextState.children[child_run_id]
    // Histories of earlier versions also record the end of a child that outlived its parent.
    if (child !== undefined) nextState.children[child_run_id] = { ...child, waits }
  },
  'workflow.child.ended': (nextState, event) => {
    const { child_run_id, verdict } = event.payload
    if (verdict !== 'safe') noteEffects(nextState, nextState.children[child_run_id]?.effects, event.step)
    delete nextState.children[child_run_id]
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

function changeWaiting(nextState: MutableState, step: string, change: Partial<WaitingForPerson>): void {
  nextState.steps[step] = { ...(stepState(nextState, step) as WaitingForPerson), ...change }
}

function waitForChild(
  nextState: MutableState,
  { step, at, payload }: EventOf<'workflow.child.spawned'> | EventOf<'workflow.child.retried'>,
): void {
  const { child_run_id: childRunId, workflow, abandon } = payload
  enter(nextState, step, {
    ...waitBase(nextState, step),
    status: 'waiting_child',
    since: at,
    childRunId,
    workflow,
    ...(abandon && { abandon }),
  })
}

export function waitBase(nextState: MutableState, step: string) {
  const before = stepState(nextState, step) as Running
  return {
    ...visit(before, before.iteration),
    startedAt: before.startedAt,
    ...(before.with !== undefined && { with: before.with }),
    ...(before.key !== undefined && { key: before.key }),
    ...(before.answer !== undefined && { answer: before.answer }),
  }
}
