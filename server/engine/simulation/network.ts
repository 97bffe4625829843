import type { Append, Appended } from '../append.ts'
import type { Claimed, DrainedMail, EngineIdentity, Store, TakeRuns } from '../ports.ts'
import { answersByRun } from '../store/memory/claim.ts'
import { kindOfStoreError } from '../store/store-error.ts'
import type { Process } from './process.ts'
import type { World } from './world.ts'

/** `connection.ts` and the server give up by then. */
const LONGEST_ANSWER_MS = 15_000
const IDLE_IN_TRANSACTION_MS = 20_000

const transientErrors: readonly (string | null)[] = [
  '40001',
  '40P01',
  '53300',
  '53100',
  '57P01',
  '57014',
  '08006',
  null,
]

/**
 * The store as a process sees it, over connections that keep their order:
 * requests and answers take time, get lost, or are answered with an error
 * although they were done, or will be. A process that has ended hears nothing.
 */
export function connect(store: Store, process: Process, world: World): Store {
  const { schedule } = world
  const { random } = process
  const busyUntil = new Map<string, number>()

  /** When something that is sent now over this connection gets there. */
  const arrival = (connection: string, extraMs = 0): number => {
    const quick = random.chance(0.9) ? random.between(0.1, 2) : random.between(2, 30)
    const at = Math.max(schedule.now + quick + extraMs, busyUntil.get(connection) ?? 0)
    busyUntil.set(connection, at)
    return at
  }
  const travel = (connection: string, extraMs = 0): Promise<void> =>
    new Promise((resolve) => {
      schedule.at(arrival(connection, extraMs), () => process.deliver(resolve))
    })

  const request = <Result>(what: string, connection: string, apply: () => Promise<Result>): Promise<Result> => {
    if (process.isAlive && world.strikes('crash_before_request', random)) process.end()
    if (!process.isAlive) return new Promise<never>(() => undefined)
    const transient = world.strikes('transient_error', random)
    const lost = !transient && world.strikes('commit_lost', random)
    const appliedButLost = !lost && !transient && world.strikes('applied_but_lost', random)
    const appliedLater = !appliedButLost && !lost && world.strikes('applied_after_error', random)
    const crashes = !transient && !lost && world.strikes('crash_after_commit', random)
    const extraMs = world.strikes('answer_delayed', random) ? random.between(100, LONGEST_ANSWER_MS) : 0
    // Errors are dear: most requests need none.
    const error =
      transient || lost || appliedButLost || appliedLater
        ? storeError(transient ? random.pick(transientErrors) : null)
        : null

    return new Promise<Result>((resolve, reject) => {
      const answerWith = (settle: () => void) => {
        schedule.at(arrival(`${connection} back`, extraMs), () => process.deliver(settle))
      }
      const doIt = async (answers: boolean) => {
        try {
          const result = await apply()
          world.note(`${process.name} ${what}${detailOf(result)}`)
          if (crashes) {
            world.note(`${process.name} crashes after ${what}`)
            if (what === 'append') world.saw('crash with a commit under way')
            process.end()
          }
          if (answers) answerWith(() => resolve(result))
          world.check()
        } catch (thrown) {
          world.note(`${process.name} ${what}: ${String(thrown)}`)
          if (answers) answerWith(() => reject(thrown))
        }
      }
      const there = arrival(connection)
      if (appliedLater) schedule.at(there + random.between(1, 1_000), () => void doIt(false))
      schedule.at(there, () => {
        if (error && !appliedButLost) {
          world.note(`${process.name} ${what} fails: ${error.message}`)
          answerWith(() => reject(error))
        } else {
          void doIt(!appliedButLost)
          if (appliedButLost) {
            world.note(`${process.name} does not hear that ${what} was done`)
            answerWith(() => reject(error))
          }
        }
      })
    })
  }

  const claim: Store['claim'] = async (engine, limit, take) => {
    const refused = world.strikes('transient_error', random) ? storeError(random.pick(transientErrors)) : null
    await travel('claim')
    if (refused) throw refused
    const lost = world.strikes('commit_lost', random)
    const unheard = !lost && world.strikes('applied_but_lost', random)
    let taking: ReturnType<TakeRuns> | null = null
    let failure: unknown = unheard ? storeError(null) : null
    let claimed: Claimed = { found: 0, answers: new Map() }
    try {
      claimed = await store.claim(engine, limit, (runs) => {
        taking = takeThere(take, runs)
        return inTransaction(lost ? taking.then(() => Promise.reject(storeError(null))) : taking)
      })
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
    return { found: appends.length, answers: answersByRun(appends, await settleUnclear(engine, appends)) }
  }

  const takeThere = async (take: TakeRuns, runs: Parameters<TakeRuns>[0]) => {
    await travel('claim back')
    const taken = await take(runs)
    await travel('claim')
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

  const settleUnclear = async (engine: EngineIdentity, appends: readonly Append[]): Promise<readonly Appended[]> => {
    for (;;) {
      try {
        return await request('append', 'claim', () => store.append(engine, appends, 0, true))
      } catch (error) {
        if (kindOfStoreError(error) !== 'transient') throw error
        await new Promise<void>((resolve) => void process.clock.after(100, resolve))
      }
    }
  }

  return {
    lanes: store.lanes,
    async append(engine, appends, lane, again) {
      const answers = await request('append', `commit ${lane}`, () => store.append(engine, appends, lane, again))
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
    drain: (engine, runIds) => request('drain', 'read', () => store.drain(engine, runIds)),
    reply: (engine, runId, handled) => request('reply', 'read', () => store.reply(engine, runId, handled)),
    release: (engine, runs) => request('release', 'read', () => store.release(engine, runs)),
    retryAside: (limit) => request('retry aside', 'read', () => store.retryAside(limit)),
    handBack: (engine) => request('hand back', 'read', () => store.handBack(engine)),
    fireTimers: (engine, limit) => request('fire timers', 'timers', () => store.fireTimers(engine, limit)),
    register: (host, pid, leaseMs) => request('register', 'lease', () => store.register(host, pid, leaseMs)),
    renew: (engine, leaseMs) => request('renew', 'lease', () => store.renew(engine, leaseMs)),
    setAlone: (engine, message) => request('set alone', 'lease', () => store.setAlone(engine, message)),
    recover: () => request('recover', 'lease', () => store.recover()),
    unregister: (engine) => request('unregister', 'lease', () => store.unregister(engine)),
    latestDefinition: (ownerId, name) =>
      request('latest definition', 'read', () => store.latestDefinition(ownerId, name)),
    definition: (ownerId, name, version) =>
      request('definition', 'read', () => store.definition(ownerId, name, version)),
    close: () => Promise.resolve(),
  }
}

/** What of an answer helps to read a trace. */
function detailOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return result === undefined ? '' : ` ${String(result)}`
  if (result instanceof Set) return `: ${[...result].join(', ')}`
  if ('mail' in result) {
    const { mail, mailSeqs } = result as DrainedMail
    return ` of ${[...mailSeqs].map(([runId, seq]) => `${runId} up to ${seq}`).join(', ')}: ${mail.length}`
  }
  if (Array.isArray(result)) return `: ${result.map((each) => JSON.stringify(each)).join(', ')}`
  return ''
}

function storeError(code: string | null): Error {
  const error = new Error(code === null ? 'Connection terminated unexpectedly' : `SQLSTATE ${code}`)
  return code === null ? error : Object.assign(error, { code })
}
