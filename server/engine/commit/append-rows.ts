import { limits } from '#core/limits.ts'
import type { Effect } from '#core/run/effect.ts'
import type { LocksOf } from '#core/run/envelope/locks-of.ts'
import { notices } from '#core/run/plan/notices.ts'
import type { RunState } from '#core/run/state.ts'
import type { WorkerRequest } from '../ports.ts'
import type { AppendRows, WorkOffered, WorkRecalled } from './append.ts'
import type { ChildStarts } from './child-starts.ts'
import type { Decided } from './decide-batch.ts'
import { lockRows, locksHeld } from './lock-rows.ts'
import type { PlanChange } from './plan-change.ts'
import { isSnapshotDue, type SnapshotPace } from './snapshot-pace.ts'
import { taskChanges, taskClosed, taskOpened } from './task-rows.ts'

/**
 * The rows of an append beside its log row: timers, human tasks, worker tasks, children, messages and the snapshot;
 * null when there are none, as between most steps.
 */
export function appendRows(
  decided: Decided,
  change: PlanChange,
  children: ChildStarts,
  pace: SnapshotPace,
  snapshotOf: (state: RunState) => string,
  locksOf: (state: RunState) => LocksOf,
  isClaim = false,
): AppendRows | null {
  const { before, after, events, handled } = decided
  const others = handled.length + children.runs.length + children.failures.length
  const isDue = isSnapshotDue(before, after, pace)
  if (others === 0 && isOfOneRun(decided, change) && !isDue && after.envelope === undefined) return null
  const rows: AppendRows = {
    timersSet: change.appeared.flatMap((effect) =>
      effect.kind === 'timer' ? [{ timerId: effect.id, dueAt: effect.dueAt }] : [],
    ),
    timersCleared: change.gone.flatMap((effect) => (effect.kind === 'timer' ? [effect.id] : [])),
    tasksOpened: change.appeared.flatMap((effect) => (effect.kind === 'human_task' ? [taskOpened(after, effect)] : [])),
    tasksClosed: change.gone.flatMap((effect) =>
      effect.kind === 'human_task' ? [taskClosed(effect.id, before, after, events)] : [],
    ),
    ...taskChanges(after, events),
    ...workRows(after, change),
    ...(after.envelope !== undefined && lockRows(before, after, locksOf)),
    // A claim reads the mail in its own transaction: a lost lock is among its events.
    ...(!isClaim && after.envelope !== undefined && locksHeld(before, after)),
    children: children.runs,
    messages: messagesOf(decided, children),
    handled,
    ...(isDue && { snapshot: snapshotOf(after) }),
  }
  return isAnything(rows) ? rows : null
}

/** True when only attempts began and ended, and the run has no parent or children that would get a message. */
function isOfOneRun({ before, after }: Decided, { appeared, gone }: PlanChange): boolean {
  if (before.header.parent !== undefined) return false
  for (const _ in before.children) return false
  // A retried child exists already, and so does not appear in the change of the plan.
  for (const _ in after.children) return false
  return appeared.every(isAttempt) && gone.every(isAttempt)
}

function isAttempt({ kind }: Effect): boolean {
  return kind === 'attempt'
}

/** The messages of an append, without those to a child that could not be started: no run would read them. */
function messagesOf({ before, after }: Decided, { failures }: ChildStarts): AppendRows['messages'] {
  const told = notices(before, after)
  if (failures.length === 0) return told
  const unmade = new Set(
    failures.map(({ command }) => (command.type === 'child_ended' ? command.child_run_id : undefined)),
  )
  return [...told.filter(({ to }) => !unmade.has(to)), ...failures]
}

function workRows(
  { header }: RunState,
  { appeared, gone }: PlanChange,
): Pick<AppendRows, 'workOffered' | 'workWithdrawn' | 'workRecalled'> {
  const offered = appeared.flatMap((effect) => {
    if (effect.kind === 'worker_task') return [workOffered(header, effect)]
    return effect.kind === 'agent_task' ? [newsOffered(header, effect)] : []
  })
  const withdrawn = gone.flatMap(({ kind, id }) => (kind === 'worker_task' || kind === 'agent_task' ? [id] : []))
  const recalled = appeared.flatMap((effect) => (effect.kind === 'recall' ? [workRecalled(effect)] : []))
  return {
    ...(offered.length > 0 && { workOffered: offered }),
    ...(withdrawn.length > 0 && { workWithdrawn: withdrawn }),
    ...(recalled.length > 0 && { workRecalled: recalled }),
  }
}

function workRecalled({ taskId, step, iteration, attempt }: Extract<Effect, { kind: 'recall' }>): WorkRecalled {
  const visit = { step, iteration, attempt }
  const message =
    'Its worker was lost, and the run rolled back before another worker took it. It is unknown what it did.'
  const error = { code: 'WORKER_LOST', message, step }
  const outcome = { kind: 'failed', error, retryable: false, cause: 'worker_crash' } as const
  return {
    taskId,
    ifNotBegun: { type: 'work_withdrawn', ...visit },
    ifLost: { type: 'attempt_ended', ...visit, outcome },
  }
}

function workOffered(
  { owner_id, workflow }: RunState['header'],
  {
    id,
    step,
    iteration,
    attempt,
    queue,
    idempotent,
    heartbeatTimeoutMs,
    recoveries,
    call,
  }: Extract<Effect, { kind: 'worker_task' }>,
): WorkOffered {
  const bound = recoveries === undefined ? {} : { recoveries }
  const request: WorkerRequest = { ...call, step, iteration, attempt, idempotent, ...bound }
  return {
    taskId: id,
    ownerId: owner_id,
    workflow,
    queue,
    idempotent,
    heartbeatTimeoutMs: heartbeatTimeoutMs ?? null,
    request: JSON.stringify(request),
    kind: call.activity ? 'activity' : 'step',
    type: call.function,
    ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
  }
}

/** News for a body, which any agent may show it again after the one before was lost. */
function newsOffered(
  { owner_id, workflow }: RunState['header'],
  { id, queue, type, hash, agent, delivery }: Extract<Effect, { kind: 'agent_task' }>,
): WorkOffered {
  return {
    taskId: id,
    ownerId: owner_id,
    workflow,
    queue,
    idempotent: true,
    heartbeatTimeoutMs: limits.agent.leaseSeconds * 1_000,
    request: JSON.stringify(delivery),
    kind: 'workflow',
    type,
    ...(hash !== undefined && { codeHash: hash }),
    ...(agent !== undefined && { agent }),
  }
}

function isAnything(rows: AppendRows): boolean {
  return Object.values(rows).some(
    (value: unknown) => typeof value === 'string' || (value as readonly unknown[]).length > 0,
  )
}
