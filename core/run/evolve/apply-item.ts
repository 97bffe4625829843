import type { EventOf } from '../event.ts'
import { type Fan, type Flying, flyingItem, type ItemEnd, withEnd, withFlying, withRedone } from '../fan.ts'
import type { FannedOut } from '../step-state.ts'
import type { Appliers } from './appliers.ts'
import type { Draft } from './draft.ts'
import { dropChild } from './enter.ts'
import { noteEffects } from './note-effects.ts'

/** Events of the items of PARALLEL steps. */
export const itemAppliers = {
  'workflow.item.started': (draft, event) => {
    const { item, attempt } = event
    const { name, with: args, key, effects } = event.payload
    const { fan } = draft.steps[event.step] as FannedOut
    const attemptsBefore = flyingItem(fan, item)?.attemptsBefore ?? attempt - 1
    const flying = {
      status: 'running' as const,
      item,
      attempt,
      attemptsBefore,
      ...(name !== undefined && { name }),
      ...(args !== undefined && { with: args }),
      ...(key !== undefined && { key }),
    }
    change(draft, event.step, withFlying(fan, flying))
    noteEffects(draft, effects)
  },
  'workflow.item.completed': (draft, event) => {
    const { output } = event.payload
    const flying = flyingOf(draft, event.step, event.item)
    const child = flying.status === 'waiting_child' && { runId: flying.childRunId, workflow: flying.workflow }
    const end = { output, ...(flying.name !== undefined && { name: flying.name }), ...(child && { child }) }
    land(draft, event.step, event.item, end, JSON.stringify(output).length)
  },
  'workflow.item.failed': (draft, event) => {
    const { step, item, attempt } = event
    const { error, will_retry, retry_at, cause, stops } = event.payload
    const flying = flyingOf(draft, step, item)
    if (flying.status === 'waiting_child') dropChild(draft, flying.childRunId, false)
    if (will_retry) {
      changeFlying(draft, step, item, { status: 'backing_off', error, timerId: null, retryAt: retry_at as number })
      return
    }
    const child = cause === 'child' &&
      flying.status === 'waiting_child' && { child: { runId: flying.childRunId, workflow: flying.workflow } }
    land(draft, step, item, { error, attempt, ...(cause !== undefined && { cause }), ...child }, 0)
    if (!stops) return
    const { fan } = draft.steps[step] as FannedOut
    change(draft, step, { ...fan, failing: item })
    for (const other of fan.flight) if (other.status === 'waiting_child') dropChild(draft, other.childRunId, false)
  },
} satisfies Partial<Appliers>

export type FlyingBack = Extract<Flying, { status: 'backing_off' }>

export function flyingOf(draft: Draft, step: string, item: number): Flying {
  return flyingItem((draft.steps[step] as FannedOut).fan, item) as Flying
}

type Doing<Kind = Flying> = Kind extends Flying
  ? Omit<Kind, 'item' | 'attempt' | 'attemptsBefore' | 'name' | 'with' | 'key'>
  : never

/** Changes the status of an item in flight; its identity and its attempts stay. */
export function changeFlying(draft: Draft, step: string, item: number, doing: Doing): void {
  const { fan } = draft.steps[step] as FannedOut
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
  change(draft, step, withFlying(fan, flying))
}

/** An item that had failed through its child waits for that child again. */
export function waitAgain(
  draft: Draft,
  { step, item, payload }: EventOf<'workflow.child.retried'> & { readonly item: number },
): void {
  const { child_run_id: childRunId, workflow, name } = payload
  const { fan } = draft.steps[step] as FannedOut
  const waiting = { item, status: 'waiting_child' as const, childRunId, workflow, ...(name !== undefined && { name }) }
  change(
    draft,
    step,
    withRedone(fan, item, (attemptsBefore) => ({ ...waiting, attempt: attemptsBefore + 1, attemptsBefore })),
  )
}

function land(draft: Draft, step: string, item: number, end: ItemEnd, bytes: number): void {
  change(draft, step, withEnd((draft.steps[step] as FannedOut).fan, item, end, bytes))
}

function change(draft: Draft, step: string, fan: Fan): void {
  draft.steps[step] = { ...(draft.steps[step] as FannedOut), fan }
}
