import { limits } from '#core/limits.ts'
import type { Appended } from './append.ts'
import { type PollingLoop, startPolling } from './polling.ts'
import type { Store } from './ports.ts'
import { kindOfStoreError } from './store/store-error.ts'
import { type LeftAlone, type Taken, type TakingWorld, takeRun } from './take-runs.ts'

export interface DispatcherWorld extends TakingWorld {
  readonly store: Pick<Store, 'claim'>
  /** How many more runs may be held in memory. */
  room(): number
  adopt(taken: Taken, answer: Appended): void
  log(line: string): void
}

/** Takes runs from the ready table, in batches, whenever there is room for them: one dispatcher per engine. */
export function startDispatcher(world: DispatcherWorld): PollingLoop {
  const claim = async (): Promise<boolean> => {
    const limit = Math.min(limits.engine.claimBatch, world.room())
    if (limit <= 0) return false
    const taken = new Map<string, Taken>()
    let unread: unknown = null
    const { found, answers } = await world.store.claim(world.engine, limit, async (runs) => {
      const leave: LeftAlone[] = []
      for (const loaded of runs) {
        const outcome = await takeOne(loaded).catch((error: unknown) => {
          unread = error
          return null
        })
        if (outcome?.kind === 'taken') taken.set(loaded.runId, outcome)
        if (outcome?.kind === 'left_alone') leave.push(outcome)
      }
      return { appends: [...taken.values()].map(({ append }) => append), leave }
    })
    for (const [runId, answer] of answers) {
      const run = taken.get(runId)
      if (run) world.adopt(run, answer)
    }
    if (unread !== null) throw unread
    return found > 0
  }

  /**
   * A run that cannot be taken up because of a bug must not keep the others in the table. Throws when the database
   * could not be asked about it: then it stays in the table for the next time.
   */
  const takeOne = async (loaded: Parameters<typeof takeRun>[0]): Promise<Taken | LeftAlone> => {
    let why = 'its definition is not there'
    try {
      const outcome = await takeRun(loaded, world)
      if (outcome) return outcome
    } catch (error) {
      if (kindOfStoreError(error) === 'transient') throw error
      why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    }
    world.log(`run ${loaded.runId} cannot be taken up: ${why}`)
    return { kind: 'left_alone', runId: loaded.runId, mailSeq: loaded.mailSeq, handled: [] }
  }

  return startPolling({
    after: world.clock.after,
    busyMs: limits.engine.pollBusyMs,
    idleMs: limits.engine.pollIdleMs,
    work: claim,
    onError: (error) => world.log(`runs cannot be claimed: ${error instanceof Error ? error.message : String(error)}`),
  })
}
