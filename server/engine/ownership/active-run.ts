import type { RunState } from '#core/run/state.ts'
import type { Projection } from '../commit/append.ts'
import type { PendingCommand } from '../commit/decide-batch.ts'
import type { Plan } from '../commit/plan-change.ts'
import type { SnapshotPace } from '../commit/snapshot-pace.ts'
import type { RunnableDefinition } from '../definitions.ts'
import type { OffloadedPayloads } from '../payload/offloaded-payloads.ts'

/**
 * What the engine is doing with an active run. Commands that arrive in any activity but `gone` wait in `pending`.
 *
 * - `idle`: nothing is under way. With pending commands the next activity is `deciding`; without any, and without
 *   attempts in flight, `releasing`; while the engine drains, and without a call under way, `gone`.
 * - `deciding`: the decider answers a batch of commands. Synchronous. Leads to `committing`; to `pinning` when children
 *   are started; to `answering` when there are no events; to `gone` after a bug.
 * - `pinning`: the versions of new children are looked up. Leads to `committing`, or to `backing_off`.
 * - `committing`: one append is on its way, never two. Leads to `idle`. The run is `gone` when the append was fenced or
 *   released the run. An append that cannot be stored leads to `idle`, to be decided in smaller parts, or to
 *   `answering`.
 * - `answering`: mail is answered without an append. Leads to `idle`, or again to `answering`.
 * - `releasing`: the run is given back to the database. Leads to `gone`, or to `idle` when mail has come.
 * - `backing_off`: the database did not answer. Leads to where the request is repeated: `idle` or `answering`.
 * - `gone`: the run is released, handed back, parked or lost to another engine. Final: later answers and commands are ignored.
 */
export type RunActivity =
  | 'idle'
  | 'deciding'
  | 'pinning'
  | 'committing'
  | 'answering'
  | 'releasing'
  | 'backing_off'
  | 'gone'

export const activityAfter: { readonly [From in RunActivity]: readonly RunActivity[] } = {
  idle: ['deciding', 'releasing', 'gone'],
  deciding: ['committing', 'pinning', 'answering', 'gone'],
  pinning: ['committing', 'backing_off', 'gone'],
  committing: ['idle', 'answering', 'gone'],
  answering: ['idle', 'answering', 'backing_off', 'gone'],
  releasing: ['idle', 'backing_off', 'gone'],
  backing_off: ['idle', 'answering', 'gone'],
  gone: [],
}

/** A run that this engine holds in memory. */
export interface ActiveRun {
  readonly runId: string
  readonly definition: RunnableDefinition
  /** Changed by `enter` alone. */
  activity: RunActivity
  /** As of the last acknowledged append. */
  state: RunState
  plan: Plan
  projection: Projection
  pace: SnapshotPace
  /** The offloaded large values of its history. */
  offloaded: OffloadedPayloads
  /** Bytes of its large values, stored or about to be. */
  payloadBytes: number
  /** Its calls that are with the executor. */
  calls: number
  /** It goes to another engine as soon as no call of it is under way. */
  leaves: boolean
  /** Commands that wait for the next decision. */
  pending: PendingCommand[]
  /** Mail number up to which all mail was read; -1 when more is unread. */
  drained: number
  /** Ids of mail that was read since the run is held, so that no message is read twice. */
  readonly seenMail: Set<number>
  /** Number of commands to decide one by one: an append of them together could not be stored. */
  oneByOne: number
}

/** Begins the next activity of a run. A transition that the table does not have is a bug, and throws. */
export function enter(run: ActiveRun, next: RunActivity): void {
  if (!activityAfter[run.activity].includes(next))
    throw new TypeError(`Run ${run.runId} cannot go from ${run.activity} to ${next}.`)
  run.activity = next
}

/** A gone run ignores everything that still arrives for it. */
export function isGone({ activity }: ActiveRun): boolean {
  return activity === 'gone'
}

/** Takes the commands for the next decision, `most` at most. */
export function takeCommands(run: ActiveRun, most: number): readonly PendingCommand[] {
  const count = run.oneByOne > 0 ? 1 : most
  run.oneByOne = Math.max(0, run.oneByOne - 1)
  const pending = lossesFirst(run)
  run.pending = pending.length > count ? pending.slice(count) : []
  return pending.length > count ? pending.slice(0, count) : pending
}

/** A lost lock is decided before what happened under it: the store refuses other appends of the run. */
function lossesFirst({ pending, state }: ActiveRun): PendingCommand[] {
  if (state.envelope === undefined || !pending.some(isLoss)) return pending
  return [...pending.filter(isLoss), ...pending.filter((each) => !isLoss(each))]
}

export function isLoss({ command }: PendingCommand): boolean {
  return command.type === 'lock_lost'
}

/** Puts commands back that were taken and not decided. */
export function putBack(run: ActiveRun, commands: readonly PendingCommand[]): void {
  run.pending = [...commands, ...run.pending]
}
