import { messageOf } from '#core/message-of.ts'
import type { Appended } from '../commit/append.ts'
import { type LeftAlone, type Taken, type TakingWorld, takeRun, type WaitsForSlot } from '../ownership/take-runs.ts'
import { excludesPayloads } from '../payload/payload-budget.ts'
import { type PollingLoop, startPolling } from '../polling.ts'
import type { ClaimLimit, LoadedRun, Store, TakeRuns } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import { tuning } from '../tuning.ts'

export interface DispatcherWorld extends TakingWorld {
  readonly store: Pick<Store, 'claim'>
  /** Bounds of the next claim; null when there is no room. */
  limit(): ClaimLimit | null
  /** Milliseconds until the next look after there was no room. */
  readonly fullMs: number
  /** Called when there is no room. */
  onFull?(): void
  /** Runs wait for slots, so that there may be one for them whenever a run is no longer held. */
  readonly hasBudget: boolean
  /** Called when runs were left because there is no room for their large values. */
  onLeft(): void
  adopt(taken: Taken, answer: Appended): void
  log(line: string): void
}

export interface Dispatcher extends PollingLoop {
  /** A run is no longer held. */
  onRoom(): void
  readonly isClaiming: boolean
  /** True when a new ready run would have to wait: there is no room, or a claim of other runs is under way. */
  readonly isBehind: boolean
}

/** Takes runs from the ready table, in batches, whenever there is room for them. */
export function startDispatcher(world: DispatcherWorld): Dispatcher {
  /**
   * Runs whose append could not be stored together with the decisions on their mail. They are taken without their mail:
   * the run owner then finds the offending message.
   */
  const suspects = new Set<string>()

  const ended = new AbortController()
  /** There was no room at the last claim. */
  let isFull = false
  /** There may be runs for whose large values there was no room. */
  let mayHaveLeft = false
  let isClaiming = false

  const claim = async (): Promise<boolean | number> => {
    const limit = world.limit()
    isFull = !limit
    if (!limit) {
      world.onFull?.()
      return world.fullMs
    }
    const taken = new Map<string, Taken>()
    let unasked: unknown = null
    let picked: readonly LoadedRun[] = []
    /** Gives back the counted children of an append that was not committed. */
    const giveBack = ({ run, append }: Taken) =>
      world.descendants.giveBack(run.state.header, append.rows?.children.length ?? 0)
    const take: TakeRuns = async (runs) => {
      picked = runs
      const leave: LeftAlone[] = []
      const parked: string[] = []
      let waiting = 0
      for (const loaded of runs) {
        const outcome = await takeOne(suspects.has(loaded.runId) ? unread(loaded) : loaded).catch((error: unknown) => {
          unasked = error
          return null
        })
        if (outcome === 'parked') {
          parked.push(loaded.runId)
          continue
        }
        if (outcome?.kind === 'waits') waiting += 1
        if (outcome?.kind === 'taken') taken.set(loaded.runId, outcome)
        if (outcome?.kind === 'left_alone') leave.push(outcome)
      }
      return { appends: [...taken.values()].map(({ append }) => append), leave, parked, waiting }
    }
    isClaiming = true
    const {
      found,
      left = 0,
      answers,
    } = await world.store
      .claim(world.engine, limit, take, ended.signal)
      .catch((error: unknown) => {
        for (const uncommitted of taken.values()) giveBack(uncommitted)
        if (kindOfStoreError(error) !== 'transient') for (const { runId } of picked) suspects.add(runId)
        throw error
      })
      .finally(() => {
        isClaiming = false
      })
    for (const [runId, run] of taken) {
      const answer = answers.get(runId)
      if (answer?.kind !== 'committed') giveBack(run)
      if (answer) world.adopt(run, answer)
      if (answer) suspects.delete(runId)
      else suspects.add(runId)
    }
    mayHaveLeft = left > 0 || (limit.payloads !== undefined && excludesPayloads(limit.payloads))
    if (left > 0) world.onLeft()
    if (unasked !== null) throw unasked
    // Runs that could not be stored are ready again at once; they wait for the next look.
    // After runs were left, the next claim looks at the runs behind them.
    // Other engines take their shares before the next claim of this one.
    if (limit.engines !== undefined && answers.size > 0) return tuning.pollBusyMs
    return answers.size > 0 || found > taken.size || left > 0
  }

  /**
   * Takes one run, or parks it: a run that cannot be taken up because of a bug must not keep other runs in the
   * table. It is tried again now and then, and by engines that start, which may have other code. Throws on a transient
   * error of the database: then the run stays in the table for the next claim.
   */
  const takeOne = async (
    loaded: Parameters<typeof takeRun>[0],
  ): Promise<Taken | LeftAlone | WaitsForSlot | 'parked'> => {
    let why = 'its definition is not there'
    try {
      const outcome = await takeRun(loaded, world)
      if (outcome) return outcome
    } catch (error) {
      if (kindOfStoreError(error) === 'transient') throw error
      why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
    world.log(`run ${loaded.runId} cannot be taken up: ${why}`)
    return 'parked'
  }

  const unread = (loaded: LoadedRun): LoadedRun => ({ ...loaded, mail: [], mailSeq: -1 })

  const loop = startPolling({
    after: world.clock.after,
    busyMs: tuning.pollBusyMs,
    idleMs: tuning.pollIdleMs,
    work: claim,
    onError: (error) => world.log(`runs cannot be claimed: ${messageOf(error)}`),
  })
  return {
    poke: loop.poke,
    onRoom() {
      if (!isFull && !mayHaveLeft && !world.hasBudget) return
      const limit = world.limit()
      if (limit && (isFull || world.hasBudget || limit.payloads === undefined || !excludesPayloads(limit.payloads)))
        loop.poke()
    },
    get isClaiming() {
      return isClaiming
    },
    get isBehind() {
      return isFull || isClaiming
    },
    stop() {
      ended.abort()
      return loop.stop()
    },
  }
}
