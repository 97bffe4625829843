import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { limits } from '#core/limits.ts'
import { detachedChildren } from '#core/run/detached.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { notices } from '#core/run/notices.ts'
import { plan } from '#core/run/plan.ts'
import type { RunState } from '#core/run/state.ts'
import { currentSteps } from '#core/run/views.ts'
import type { Append, AppendRows, Projection, TaskClosed, TaskOpened, WorkOffered } from './append.ts'
import type { ChildEffect, ChildStarts } from './child-starts.ts'
import type { Decided } from './decide-batch.ts'
import type { WorkerRequest } from './ports.ts'
import { projectionOf, sameProjection } from './projection.ts'

export type AttemptEffect = Extract<Effect, { kind: 'attempt' }>
export type Plan = ReadonlyMap<string, Effect>

/** What a decision changes of what is owed to the world. */
export interface PlanChange {
  readonly after: Plan
  readonly appeared: readonly Effect[]
  readonly gone: readonly Effect[]
}

export function planOf(executable: ExecutableDefinition, state: RunState): Plan {
  return new Map(plan(executable, state).map((effect) => [effect.id, effect]))
}

export function comparePlans(before: Plan, after: Plan): PlanChange {
  return {
    after,
    appeared: [...after.values()].filter((effect) => !before.has(effect.id)),
    gone: [...before.values()].filter((effect) => !after.has(effect.id)),
  }
}

/** Children that are to be made: those that are awaited from now on, and those that nobody will wait for. */
export function childEffects({ appeared }: PlanChange, events: readonly RunEvent[]): readonly ChildEffect[] {
  const awaited = appeared.filter((effect) => effect.kind === 'child')
  const detached = detachedChildren(events)
  return detached.length === 0 ? awaited : [...awaited, ...detached]
}

export function hasAttempts(effects: Plan): boolean {
  for (const effect of effects.values()) if (effect.kind === 'attempt') return true
  return false
}

/** The append of a decision: its events, and the rows that say the same to lists, clocks, people and other runs. */
export function buildAppend(
  { before, after, events, handled }: Decided,
  change: PlanChange,
  children: ChildStarts,
  options: {
    readonly appendId: string
    readonly claim: boolean
    /** Mail number at which to let go of the run, if nothing is left to do; null to keep it. */
    readonly releaseAt: number | null
    readonly projectionBefore: Projection
  },
): { readonly append: Append; readonly projection: Projection } {
  const projection = projectionOf(after)
  const idle = !hasAttempts(change.after) && children.failures.length === 0
  const rows: AppendRows = {
    timersSet: change.appeared.flatMap((effect) =>
      effect.kind === 'timer' ? [{ timerId: effect.id, dueAt: effect.dueAt }] : [],
    ),
    timersCleared: change.gone.flatMap((effect) => (effect.kind === 'timer' ? [effect.id] : [])),
    tasksOpened: change.appeared.flatMap((effect) => (effect.kind === 'human_task' ? [taskOpened(after, effect)] : [])),
    tasksClosed: change.gone.flatMap((effect) =>
      effect.kind === 'human_task' ? [taskClosed(effect.id, after, events)] : [],
    ),
    ...workRows(after, change),
    children: children.runs,
    messages: [...notices(before, after), ...children.failures],
    handled,
    ...(isSnapshotDue(before, after) && { snapshot: JSON.stringify(after) }),
  }
  return {
    projection,
    append: {
      runId: after.header.run_id,
      seq: before.seq + 1,
      lastSeq: after.seq,
      appendId: options.appendId,
      events: JSON.stringify(events),
      currentSteps: currentSteps(after),
      updatedAt: after.at,
      ...(!sameProjection(options.projectionBefore, projection) && { projection }),
      ...(options.claim && { claim: true }),
      ...(idle && options.releaseAt !== null && { releaseAt: options.releaseAt }),
      ...(isAnything(rows) && { rows }),
    },
  }
}

function workRows(
  { header }: RunState,
  { appeared, gone }: PlanChange,
): Pick<AppendRows, 'workOffered' | 'workWithdrawn'> {
  const offered = appeared.flatMap((effect) => (effect.kind === 'worker_task' ? [workOffered(header, effect)] : []))
  const withdrawn = gone.flatMap((effect) => (effect.kind === 'worker_task' ? [effect.id] : []))
  return {
    ...(offered.length > 0 && { workOffered: offered }),
    ...(withdrawn.length > 0 && { workWithdrawn: withdrawn }),
  }
}

function workOffered(
  { owner_id, workflow }: RunState['header'],
  { id, step, iteration, attempt, queue, idempotent, silenceMs, call }: Extract<Effect, { kind: 'worker_task' }>,
): WorkOffered {
  const request: WorkerRequest = { ...call, step, iteration, attempt, idempotent }
  return {
    taskId: id,
    ownerId: owner_id,
    workflow,
    queue,
    idempotent,
    silenceMs: silenceMs ?? null,
    request: JSON.stringify(request),
  }
}

function isAnything(rows: AppendRows): boolean {
  return Object.values(rows).some(
    (value: unknown) => typeof value === 'string' || (value as readonly unknown[]).length > 0,
  )
}

function isSnapshotDue(before: RunState, after: RunState): boolean {
  const every = limits.engine.snapshotEveryEvents
  return Math.floor(before.seq / every) < Math.floor(after.seq / every)
}

function taskOpened(state: RunState, effect: Extract<Effect, { kind: 'human_task' }>): TaskOpened {
  const { owner_id, root_run_id, workflow, version } = state.header
  return {
    ownerId: owner_id,
    rootRunId: root_run_id,
    workflow,
    version,
    step: effect.step,
    iteration: effect.iteration,
    openedAt: state.at,
    task: effect.task,
  }
}

function taskClosed(taskId: string, state: RunState, events: readonly RunEvent[]): TaskClosed {
  for (const event of events) {
    if (event.type === 'workflow.human_task.decided' && event.payload.task_id === taskId) {
      return { taskId, closedAt: event.at, decision: { by: event.payload.actor.id, input: event.payload.input } }
    }
  }
  return { taskId, closedAt: state.at }
}
