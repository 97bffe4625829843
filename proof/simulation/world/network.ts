import type { Append, Appended } from '#server/engine/commit/append.ts'
import type { Claimed, EngineIdentity, Store, TakeRuns } from '#server/engine/ports.ts'
import { answersByRun } from '#server/engine/store/memory/claim.ts'
import { kindOfStoreError } from '#server/engine/store-error.ts'
import type { PlantedBug } from '../planted/planted-bug.ts'
import { createFence } from './fence.ts'
import type { Process } from './process.ts'
import { createWire, storeError, transientErrors } from './wire.ts'
import type { World } from './world.ts'

const IDLE_IN_TRANSACTION_MS = 20_000

/** The store as an engine sees it, over connections that keep their order. */
export function connect(store: Store, process: Process, world: World, bug: PlantedBug | null): Store {
  const { schedule, tables } = world
  const { random } = process
  const { travel, request } = createWire(process, world)
  const fence = createFence(request, () => bug?.generation?.(tables.generation) ?? tables.generation)
  const { guarded } = fence

  const claim: Store['claim'] = async (engine, limit, take, ended) => {
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
        return inTransaction(lost ? taking.then(() => Promise.reject(storeError(null))) : taking)
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

  const takeThere = async (take: TakeRuns, runs: Parameters<TakeRuns>[0], sentIn: number) => {
    await travel('claim back')
    const taken = await take(runs)
    await travel('claim')
    if (sentIn !== tables.generation) throw storeError(null)
    return taken
  }

  /** The server ends the transaction of a process that is gone, or silent for long. */
  const inTransaction = <Result>(work: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        done()
        reject(storeError('25P03'))
      }
      const forget = process.onEnd(() => {
        world.saw('crash in a claim')
        giveUp()
      })
      const callOff = schedule.at(schedule.now + IDLE_IN_TRANSACTION_MS, giveUp)
      const done = () => {
        callOff()
        forget()
      }
      work.finally(done).then(resolve, reject)
    })

  const settleUnclear = async (
    engine: EngineIdentity,
    appends: readonly Append[],
    ended: AbortSignal | undefined,
  ): Promise<readonly Appended[]> => {
    for (;;) {
      try {
        return await guarded(engine, 'append', 'claim', () => store.append(engine, appends, 0, true))
      } catch (error) {
        if (ended?.aborted || kindOfStoreError(error) !== 'transient') throw error
        await new Promise<void>((resolve) => void process.clock.after(100, resolve))
      }
    }
  }

  return {
    lanes: store.lanes,
    async append(engine, appends, lane, again) {
      const answers = await guarded(engine, 'append', `commit ${lane}`, () =>
        store.append(engine, appends, lane, again),
      )
      for (const { kind } of answers) {
        if (kind === 'committed') {
          if (again) world.saw('lost commit found landed')
          continue
        }
        world.saw('append refused')
        if (process.wasPaused) world.saw('append of a zombie refused')
      }
      return answers
    },
    claim,
    drain: (engine, runIds) => guarded(engine, 'drain', 'read', () => store.drain(engine, runIds)),
    reply: (engine, runId, handled) => guarded(engine, 'reply', 'read', () => store.reply(engine, runId, handled)),
    release: (engine, runs) => guarded(engine, 'release', 'read', () => store.release(engine, runs)),
    unpark: (limit) => request('unpark', 'read', () => store.unpark(limit)),
    handBack(engine, runIds, where) {
      if (runIds && where !== 'parked') world.saw('given run handed back')
      return guarded(engine, 'hand back', 'read', () => store.handBack(engine, runIds, where))
    },
    given: (engine) => guarded(engine, 'given', 'read', () => store.given(engine)),
    fireTimers: (engine, limit) => guarded(engine, 'fire timers', 'timers', () => store.fireTimers(engine, limit)),
    register: (host, pid, leaseMs, takesRuns) => fence.registered(() => store.register(host, pid, leaseMs, takesRuns)),
    onOtherGeneration: fence.onOtherGeneration,
    retire: (engine) => request('retire', 'lease', () => store.retire(engine)),
    renew: (engine, leaseMs) => guarded(engine, 'renew', 'lease', () => store.renew(engine, leaseMs)),
    recover: () => request('recover', 'lease', () => store.recover()),
    unregister: (engine) => request('unregister', 'lease', () => store.unregister(engine)),
    latestDefinition: (ownerId, name) =>
      request('latest definition', 'read', () => store.latestDefinition(ownerId, name)),
    definition: (ownerId, name, version) =>
      request('definition', 'read', () => store.definition(ownerId, name, version)),
    countDescendants: (originRunId, most) =>
      request('count descendants', 'read', () => store.countDescendants(originRunId, most)),
    close: () => Promise.resolve(),
  }
}
