import type { Decider } from '#core/run/decider/decider.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { childrenOnTheirOwn } from '#core/run/plan/detached.ts'
import type { RunState } from '#core/run/state.ts'
import { bytesOf, type NewPayload } from '../payload/known-payloads.ts'
import { loggedEvents, snapshotText } from '../payload/logged-events.ts'
import type { OffloadedPayloads } from '../payload/offloaded-payloads.ts'
import type { Append, AppendRows, Projection } from './append.ts'
import { appendRows } from './append-rows.ts'
import type { ChildEffect, ChildStarts } from './child-starts.ts'
import type { Decided } from './decide-batch.ts'
import type { Plan, PlanChange } from './plan-change.ts'
import { projectionOf, sameProjection } from './projection.ts'
import type { SnapshotPace } from './snapshot-pace.ts'

export type AttemptEffect = Extract<Effect, { kind: 'attempt' }>

export function planOf(decider: Decider, state: RunState): Plan {
  return new Map(decider.plan(state).map((effect) => [effect.id, effect]))
}

export function comparePlans(before: Plan, after: Plan): PlanChange {
  return {
    after,
    appeared: [...after.values()].filter((effect) => !before.has(effect.id)),
    gone: [...before.values()].filter((effect) => !after.has(effect.id)),
  }
}

/** The children to start: awaited children, and detached children for which the run does not wait. */
export function childEffects({ appeared, after }: PlanChange, events: readonly RunEvent[]): readonly ChildEffect[] {
  const awaited = appeared.filter((effect) => effect.kind === 'child')
  const others = childrenOnTheirOwn(events, after)
  return others.length === 0 ? awaited : [...awaited, ...others]
}

/**
 * True when the run has to stay in memory: an attempt is under way, the states of resources are being read, or its code
 * is being shown its news.
 */
export function hasAttempts(effects: Plan): boolean {
  for (const { kind } of effects.values()) {
    if (kind === 'attempt' || kind === 'conditions' || kind === 'code_task') return true
  }
  return false
}

/** The append of a decision: its events, list columns and other rows. */
export function buildAppend(
  decided: Decided,
  change: PlanChange,
  children: ChildStarts,
  options: {
    readonly decider: Pick<Decider, 'views' | 'locks'>
    readonly appendId: string
    readonly claim: boolean
    /** Mail number at which the run is released, if nothing is left to do; null to keep the run. */
    readonly releaseAt: number | null
    readonly projectionBefore: Projection
    readonly paceBefore: SnapshotPace
    /** Mail number up to which all mail was read; absent when some mail is unread. */
    readonly mailSeq?: number | undefined
    /** Payloads that are stored for this run. */
    readonly offloaded: OffloadedPayloads
    readonly inlineCharacters?: number | undefined
  },
): {
  readonly append: Append
  readonly projection: Projection
  readonly pace: SnapshotPace
  readonly offloaded: OffloadedPayloads
} {
  const { before, after } = decided
  const { views, locks } = options.decider
  const { text, payloads, offloaded } = loggedEvents(decided.events, options.offloaded, options.inlineCharacters)
  const pace = { ...options.paceBefore, logged: options.paceBefore.logged + text.length }
  const projection = views.areSame(before, after) ? options.projectionBefore : projectionOf(after, views)
  const idle = !hasAttempts(change.after) && children.failures.length === 0
  const snapshotOf = (state: RunState) => snapshotText(state, offloaded, options.inlineCharacters)
  const rows = appendRows(decided, change, children, pace, snapshotOf, locks, options.claim)
  return {
    projection,
    offloaded,
    pace: rows?.snapshot === undefined ? pace : { logged: 0, last: rows.snapshot.length },
    append: {
      runId: after.header.run_id,
      ownerId: after.header.owner_id,
      seq: before.seq + 1,
      lastSeq: after.seq,
      appendId: options.appendId,
      events: text,
      ...(payloads.length > 0 && { payloads }),
      ...(!(offloaded.isEmpty && rows === null) && { bytesBeside: bytesBeside(payloads, rows, offloaded) }),
      currentSteps: views.currentSteps(after),
      updatedAt: after.at,
      ...(!sameProjection(options.projectionBefore, projection) && { projection }),
      ...(options.claim && { claim: true }),
      ...(idle && options.releaseAt !== null && { releaseAt: options.releaseAt }),
      ...(rows && { rows }),
      ...(options.mailSeq !== undefined && { mailSeq: options.mailSeq }),
    },
  }
}

/** Bytes that a commit sends beside its events. */
function bytesBeside(payloads: readonly NewPayload[], rows: AppendRows | null, offloaded: OffloadedPayloads): number {
  let bytes = bytesOf(payloads) + (rows?.snapshot?.length ?? 0)
  for (const child of rows?.children ?? []) bytes += child.events.length + bytesOf(child.payloads)
  for (const { request } of rows?.workOffered ?? []) bytes += request.length
  // The `child_ended` message contains the state of the run, with all its large values.
  if (rows?.messages.some(({ command }) => command.type === 'child_ended')) bytes += offloaded.bytes
  return bytes
}
