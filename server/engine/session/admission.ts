import type { ClaimLimit, PayloadBudget } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { createRecently } from './recently.ts'

/**
 * How many more runs an engine takes, and whose. Every run that it works on makes the
 * steps of the others wait a little longer, so it takes no more than it needs to
 * be busy: `runsAlways`, half of that while others wait for their steps, and beyond those only while it has time to spare, as it
 * has when functions wait for other systems. The rest waits in the queue, where
 * a run of an owner with few of them overtakes those of one with many; some
 * places are kept for such, so that a full engine does not let them wait either.
 */
export interface Admission {
  /** Called when a commit of appends is sent; the returned function is to be called at its answer. */
  onCommit(): () => void
  /** An owner with few runs was served beside one with many. */
  onFairLane(): void
  /** Bounds of the next claim; null for no claim at present. */
  limit(held: number): ClaimLimit | null
  /** Bounds of the next claim for owners with few held runs; null also when there is no other owner. */
  fairLaneLimit(held: number, runsByOwner: ReadonlyMap<string, number>): ClaimLimit | null
}

/**
 * Runs move in step, with the commits that they share and with calls that take them as long: a crowd that comes and
 * goes says little. So it is the part of the time that counts in which commits are under way while a crowd waits.
 */
const CROWD_MS = 100
const CROWDED = 1 / 2
/** While an owner with few runs is served beside one with many, and a while after, it takes that part: what stands before their steps is shorter. */
const SHARED = 1 / 2
const SHARED_MS = 1_000
/** A busy engine takes a part of its runs at once or none: a claim costs something whatever it brings. */
const LEAST_SHARE = 1 / 8

export interface AdmissionWorld {
  readonly runsInMemory: number
  /** For large values. */
  payloadBudget(): PayloadBudget
  isBusy(): boolean
  /** Appends that have no answer yet. */
  appendsPending(): number
  monotonic(): number
}

const nothing = () => undefined

export function createAdmission({
  runsInMemory,
  payloadBudget,
  isBusy,
  appendsPending,
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
        ? { runs: Math.min(room, claimBatch), payloads: payloadBudget() }
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
