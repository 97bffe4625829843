import type { ClaimLimit, PayloadBudget } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { createRecently } from './recently.ts'

/**
 * Admission decides how many more runs an engine claims, and of which owners. Every active run delays the steps of the
 * others a little, so an engine claims no more runs than keep it busy: `runsAlways`, half of that while the fair lane is
 * in use, and more only while it has time to spare, as when functions wait for other systems. Other runs wait in the
 * queue, where a run of an owner with few runs overtakes runs of an owner with many. A full engine still has room for
 * `fairLaneRuns` runs of owners with few runs.
 */
export interface Admission {
  /** Called when a commit of appends is sent; the returned function is to be called at its answer. */
  onCommit(): () => void
  /** An append was written on the fair lane. */
  onFairLane(): void
  /** Bounds of the next claim; null for no claim at present. */
  limit(held: number): ClaimLimit | null
  /** Bounds of the next claim for owners with few held runs; null also when there is no other owner. */
  fairLaneLimit(held: number, runsByOwner: ReadonlyMap<string, number>): ClaimLimit | null
}

/**
 * The measure of a crowd: the share of the last `CROWD_MS` in which a commit was under way while more appends waited
 * than `appendsUnderWay`. The number of waiting appends alone says little, since runs that share commits move in step.
 */
const CROWD_MS = 100
const CROWDED = 1 / 2
/**
 * The share of its runs that an engine claims while the fair lane is in use, and for `SHARED_MS` after: less work
 * stands before the steps of the fair lane.
 */
const SHARED = 1 / 2
const SHARED_MS = 1_000
/** A busy engine claims this share of its runs at once or none: a claim has a cost of its own. */
const LEAST_SHARE = 1 / 8

export interface AdmissionWorld {
  readonly runsInMemory: number
  /** Budget for large values. */
  payloadBudget(): PayloadBudget
  isBusy(): boolean
  /** Appends that have no answer yet. */
  appendsPending(): number
  /** Engines that are alive. Absent: this one alone. */
  engines?(): number
  monotonic(): number
}

const nothing = () => undefined

export function createAdmission({
  runsInMemory,
  payloadBudget,
  isBusy,
  appendsPending,
  engines = () => 1,
  monotonic,
}: AdmissionWorld): Admission {
  const { runsAlways, fairLaneRuns, fairLaneBatch, appendsUnderWay, claimBatch } = tuning
  const crowded = createRecently(CROWD_MS, monotonic)
  let sharedAt = Number.NEGATIVE_INFINITY
  const share = () => (monotonic() - sharedAt < SHARED_MS ? SHARED : 1)
  const isCrowd = () => appendsPending() > appendsUnderWay * share()
  return {
    onCommit() {
      if (!isCrowd()) return nothing
      const since = monotonic()
      return () => crowded.add(since)
    },
    onFairLane() {
      sharedAt = monotonic()
    },
    limit(held) {
      const hasTime = hasTimeNow()
      const most = mostNow(hasTime)
      const room = (hasTime ? most : Math.ceil(most * share())) - held
      return room >= (hasTime ? 1 : Math.ceil(most * LEAST_SHARE))
        ? {
            runs: Math.min(room, claimBatch),
            ...(engines() > 1 && { engines: engines() }),
            payloads: payloadBudget(),
          }
        : null
    },
    fairLaneLimit(held, runsByOwner) {
      const room = Math.min(mostNow(hasTimeNow()) + fairLaneRuns, runsInMemory) - held
      const notOf = room > 0 ? ownersOfManyRuns(runsByOwner) : []
      return notOf.length > 0 ? { runs: Math.min(room, fairLaneBatch), notOf, payloads: payloadBudget() } : null
    },
  }

  function hasTimeNow(): boolean {
    return !isBusy() && !isCrowd() && crowded.ms() < CROWD_MS * CROWDED
  }
  function mostNow(hasTime: boolean): number {
    return hasTime ? runsInMemory : Math.min(runsAlways, runsInMemory)
  }
  function ownersOfManyRuns(runsByOwner: ReadonlyMap<string, number>): readonly string[] {
    return [...runsByOwner].flatMap(([owner, runs]) => (runs >= fairLaneBatch ? [owner] : []))
  }
}
