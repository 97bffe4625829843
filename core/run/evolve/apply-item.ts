import type { EventOf } from '../event.ts'
import { type Fan, type Flying, flyingItem, type ItemEnd, withEnd, withFlying, withRedone } from '../fan.ts'
import type { FannedOut, StepState } from '../step-state.ts'
import type { Appliers } from './appliers.ts'
import { dropChild } from './enter.ts'
import type { MutableState } from './mutable-state.ts'
import { noteEffects } from './note-effects.ts'

/** Events of the items of PARALLEL steps. */
export const itemAppliers = {
  'workflow.item.started': (nextState, event) => {
    const { item, attempt } = event
    const { name, branch, with: args, key, effects } = event.payload
    const { fan } = nextState.steps[event.step] as FannedOut
    const attemptsBefore = flyingItem(fan, item)?.attemptsBefore ?? attempt - 1
    const doing = branch === undefined ? { status: 'running' as const } : { status: 'in_step' as const, branch }
    const flying = {
      ...doing,
      item,
      attempt,
      attemptsBefore,
      ...(name !== undefined && { name }),
      ...(args !== undefined && { with: args }),
      ...(key !== undefined && { key }),
    }
    change(nextState, event.step, withFlying(fan, flying))
    noteEffects(nextState, effects, event.step)
    if (branch !== undefined) openBranch(nextState, branch, attempt === 1)
  },
  'workflow.item.completed': (nextState, event) => {
    const { output } = event.payload
    const flying = flyingOf(nextState, event.step, event.item)
    const child = flying.status === 'waiting_child' && { runId: flying.childRunId, workflow: flying.workflow }
    const named = flying.name !== undefined && { name: flying.name }
    const branch = flying.status === 'in_step' && { branch: flying.branch }
    const end = { output, ...named, ...branch, ...(child && { child }) }
    land(nextState, event.step, event.item, end, JSON.stringify(output).length)
  },
  'workflow.item.failed': (nextState, event) => {
    const { step, item, attempt } = event
    const { error, will_retry, retry_at, cause, stops } = event.payload
    const flying = flyingOf(nextState, step, item)
    if (flying.status === 'waiting_child') dropChild(nextState, flying.childRunId, false)
    if (will_retry) {
      changeFlying(nextState, step, item, { status: 'backing_off', error, timerId: null, retryAt: retry_at as number })
      return
    }
    const child = cause === 'child' &&
      flying.status === 'waiting_child' && { child: { runId: flying.childRunId, workflow: flying.workflow } }
    land(nextState, step, item, { error, attempt, ...(cause !== undefined && { cause }), ...child }, 0)
    if (!stops) return
    const { fan } = nextState.steps[step] as FannedOut
    change(nextState, step, { ...fan, failing: item })
    for (const other of fan.flight) dropChildOf(nextState, other)
  },
} satisfies Partial<Appliers>

/** An item that the step gives up no longer awaits its child. */
function dropChildOf(nextState: MutableState, flying: Flying): void {
  const waiting = flying.status === 'in_step' ? nextState.steps[flying.branch] : flying
  if (waiting?.status === 'waiting_child') dropChild(nextState, waiting.childRunId, false)
}

/**
 * Opens the whole step of an item: as a visit of its own where the item starts for the first time, else as another try
 * of the same visit. A step that a retry of the run has opened already stays as it is, and so does one that was done
 * before its PARALLEL step took note.
 */
function openBranch(nextState: MutableState, branch: string, isNew: boolean): void {
  const before = Object.hasOwn(nextState.steps, branch) ? nextState.steps[branch] : undefined
  if (before === undefined || before.status === 'again' || (!isNew && !isInterrupted(before))) return
  const { iteration, attempt } = before
  const visit = isNew
    ? { iteration: iteration + 1, attempt: 0, attemptsBefore: 0 }
    : { iteration, attempt, attemptsBefore: attempt }
  nextState.steps[branch] = { status: 'again', visits: 0, ...visit }
}

function isInterrupted(step: StepState): boolean {
  if (step.status === 'skipped') return step.reason === 'run_ended' || step.reason === 'superseded'
  return step.status === 'failed'
}

export type FlyingBack = Extract<Flying, { status: 'backing_off' }>

export function flyingOf(nextState: MutableState, step: string, item: number): Flying {
  return flyingItem((nextState.steps[step] as FannedOut).fan, item) as Flying
}

type Doing<Kind = Flying> = Kind extends Flying
  ? Omit<Kind, 'item' | 'attempt' | 'attemptsBefore' | 'name' | 'with' | 'key'>
  : never

/** Changes the status of an item in flight; its identity and its attempts stay. */
export function changeFlying(nextState: MutableState, step: string, item: number, doing: Doing): void {
  const { fan } = nextState.steps[step] as FannedOut
  const { attempt, attemptsBefore, name, with: args, key } = flyingItem(fan, item) as Flying
  const flying = {
    item,
    attempt,
    attemptsBefore,
    ...(name !== undefined && { name }),
    ...(args !== undefined && { with: args }),
    ...(key !== undefined && { key }),
    ...doing,
  } as Flying
  change(nextState, step, withFlying(fan, flying))
}

/** An item that had failed through its child waits for that child again. */
export function resumeChildWait(
  nextState: MutableState,
  { step, item, payload }: EventOf<'workflow.child.retried'> & { readonly item: number },
): void {
  const { child_run_id: childRunId, workflow, name } = payload
  const { fan } = nextState.steps[step] as FannedOut
  const waiting = { item, status: 'waiting_child' as const, childRunId, workflow, ...(name !== undefined && { name }) }
  change(
    nextState,
    step,
    withRedone(fan, item, (attemptsBefore) => ({ ...waiting, attempt: attemptsBefore + 1, attemptsBefore })),
  )
}

function land(nextState: MutableState, step: string, item: number, end: ItemEnd, bytes: number): void {
  change(nextState, step, withEnd((nextState.steps[step] as FannedOut).fan, item, end, bytes))
}

function change(nextState: MutableState, step: string, fan: Fan): void {
  nextState.steps[step] = { ...(nextState.steps[step] as FannedOut), fan }
}
