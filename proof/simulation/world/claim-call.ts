import type { Append, Appended } from '#server/engine/commit/append.ts'
import type { Claimed, EngineIdentity, Store, TakeRuns } from '#server/engine/ports.ts'
import { answersByRun } from '#server/engine/store/memory/claim.ts'
import { kindOfStoreError } from '#server/engine/store-error.ts'
import type { createFence } from './fence.ts'
import type { Process } from './process.ts'
import { type createWire, storeError, transientErrors } from './wire.ts'
import type { World } from './world.ts'

const IDLE_IN_TRANSACTION_MS = 20_000

interface Connection {
  readonly travel: ReturnType<typeof createWire>['travel']
  readonly fence: ReturnType<typeof createFence>
}

/** The claim of runs: one transaction with two messages there and two back, any of which may be lost. */
export function createClaim(
  store: Store,
  process: Process,
  world: World,
  { travel, fence }: Connection,
): Store['claim'] {
  const { tables } = world
  const { random } = process

  const takeThere = async (take: TakeRuns, runs: Parameters<TakeRuns>[0], sentIn: number) => {
    await travel('claim back')
    const taken = await take(runs)
    await travel('claim')
    if (sentIn !== tables.generation) throw storeError(null)
    return taken
  }

  const settleUnclear = async (
    engine: EngineIdentity,
    appends: readonly Append[],
    ended: AbortSignal | undefined,
  ): Promise<readonly Appended[]> => {
    for (;;) {
      try {
        return await fence.guarded(engine, 'append', 'claim', () => store.append(engine, appends, 0, true))
      } catch (error) {
        if (ended?.aborted || kindOfStoreError(error) !== 'transient') throw error
        await new Promise<void>((resolve) => void process.clock.after(100, resolve))
      }
    }
  }

  return async (engine, limit, take, ended) => {
    const sentIn = tables.generation
    const refused = world.strikes('transient_error', random) ? storeError(random.pick(transientErrors)) : null
    await travel('claim')
    if (refused) throw refused
    if (sentIn !== tables.generation) throw storeError(null)
    if (fence.isOther(engine)) {
      await travel('claim back')
      throw fence.hear(engine)
    }
    const lost = world.strikes('commit_lost', random)
    const unheard = !lost && world.strikes('applied_but_lost', random)
    let taking: ReturnType<TakeRuns> | null = null
    let failure: unknown = unheard ? storeError(null) : null
    let claimed: Claimed = { found: 0, answers: new Map() }
    try {
      claimed = await store.claim(engine, limit, (runs) => {
        taking = takeThere(take, runs, sentIn)
        return inTransaction(lost ? taking.then(() => Promise.reject(storeError(null))) : taking, process, world)
      })
      if (claimed.left) world.saw('left for want of room')
      if (claimed.found > 0) world.note(`${process.name} claim ${claimed.found}`)
      world.check()
    } catch (error) {
      world.note(`${process.name} claim fails: ${String(error)}`)
      failure = error
    }
    await travel('claim back')
    if (!failure || !taking) {
      if (failure) throw failure
      return claimed
    }
    // As `store/claim.ts` does it: asked until it is known.
    const { appends } = await (taking as ReturnType<TakeRuns>)
    if (appends.length === 0 || kindOfStoreError(failure) !== 'transient') throw failure
    return { found: appends.length, answers: answersByRun(appends, await settleUnclear(engine, appends, ended)) }
  }
}

/** The server ends the transaction of a process that is gone, or silent for long. */
function inTransaction<Result>(work: Promise<Result>, process: Process, { schedule, saw }: World): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      done()
      reject(storeError('25P03'))
    }
    const forget = process.onEnd(() => {
      saw('crash in a claim')
      giveUp()
    })
    const callOff = schedule.at(schedule.now + IDLE_IN_TRANSACTION_MS, giveUp)
    const done = () => {
      callOff()
      forget()
    }
    work.finally(done).then(resolve, reject)
  })
}
