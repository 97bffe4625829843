import type { RunBudget } from '#server/run-budget.ts'
import { createGenerations, OtherGeneration } from '../../db/generations.ts'
import { readFileOfRun } from '../../files/read-file.ts'
import { committing } from '../crash-points.ts'
import { passLocks } from '../locks/claim.ts'
import { readResources } from '../locks/read.ts'
import type { EngineIdentity, Store } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { appendAll, appendAlone } from './append/append.ts'
import { claim, unpark } from './claim.ts'
import { type Connection, type ConnectionOptions, createConnection } from './connection/connection.ts'
import { countDescendants } from './count-descendants.ts'
import { definitionOf, latestDefinition } from './definitions.ts'
import { endEagerStarts, handBack, recover, register, renew, retire, unregister } from './lease.ts'
import { drain, loadEagerRuns } from './load.ts'
import { payloadHoldersOf, storePayloads } from './payloads.ts'
import { readEvents } from './read-events.ts'
import { release, reply } from './release.ts'
import { recountSlots } from './slots/recount-slots.ts'
import { fireTimers } from './timers.ts'
import { readVariables } from './variables.ts'

/**
 * The store on PostgreSQL. Commits, claims, timers and the lease have connections of their own: a lease is renewed
 * however long a flush takes. All other statements share one.
 *
 * Statements of an engine under a registration go only over connections to the generation of the database in which it
 * registered.
 */
export function createPostgresStore(
  databaseUrl: string,
  options: ConnectionOptions & {
    readonly budget?: RunBudget | undefined
    /** The process of its registrations. */
    readonly processId?: string | undefined
  } = {},
): Store {
  const { generations = createGenerations(), budget, processId } = options
  const frees = budget !== undefined
  const open = (purpose: string) =>
    createConnection(databaseUrl, `heddle engine ${purpose}`, { ...options, generations })
  /** By id of a registration: the generation of the database in which it was made. */
  const registeredIn = new Map<string, string>()
  const as = ({ id }: EngineIdentity, connection: Connection) => connection.within(registeredIn.get(id))
  const lanes = Array.from({ length: tuning.committer.connections }, () => open('commit'))
  const claims = createClaims(open('claim'))
  const fairLaneClaims = createClaims(open('fair claim'))
  const leases = open('lease')
  const timers = open('timers')
  const shared = open('read')
  const locks = open('locks')
  // A file takes long to arrive, and would hold up whatever waits behind it.
  const files = open('files')
  const lockPasses = createTurns()
  const lane = (index: number) => {
    const connection = lanes[index]
    if (!connection) throw new Error(`There is no lane ${index}.`)
    return connection
  }
  return {
    lanes: lanes.length,
    async append(engine, appends, index, again) {
      const connection = as(engine, lane(index))
      await storePayloads(connection, payloadHoldersOf(appends))
      return committing('append', () =>
        again ? appendAll(connection, engine, appends, again, frees) : appendAlone(connection, engine, appends, frees),
      )
    },
    claim: (engine, limit, take, ended) =>
      (limit.notOf ? fairLaneClaims : claims).claim(registeredIn.get(engine.id), engine, limit, take, ended, budget),
    drain: (engine, runIds) => drain(as(engine, shared), engine, runIds),
    reply: (engine, runId, handled) => committing('reply', () => reply(as(engine, shared), engine, runId, handled)),
    release: (engine, runs) => committing('release', () => release(as(engine, shared), engine, runs, frees)),
    handBack: (engine, runIds, where) =>
      committing('hand_back', () => handBack(as(engine, shared), engine, runIds, where)),
    eagerRuns: (engine) => loadEagerRuns(as(engine, shared), engine),
    unpark: (limit) => committing('unpark', () => unpark(shared, limit)),
    ...(budget && { recountSlots: () => claims.recountSlots() }),
    fireTimers: (engine, limit) => committing('fire_timers', () => fireTimers(as(engine, timers), engine, limit)),
    passLocks: (engine, hint) => lockPasses(() => committing('pass_locks', () => passLocks(as(engine, locks), hint))),
    readResources: (ownerId, ids) => readResources(shared, ownerId, ids),
    readEvents: (runId) => readEvents(shared, runId),
    readFile: (runId, fileId) => readFileOfRun(files, runId, fileId),
    async register(host, pid, leaseMs, takesRuns = false) {
      const { generation, ...registered } = await committing('register', () =>
        register(leases, { host, pid, processId }, leaseMs, takesRuns),
      )
      // Another connection has been opened meanwhile, to a server that was promoted since.
      if (generation !== generations.current) throw new OtherGeneration()
      registeredIn.set(registered.id, generation)
      return registered
    },
    onOtherGeneration: generations.onChange,
    renew: (engine, leaseMs, load) => committing('renew', () => renew(as(engine, leases), engine, leaseMs, load)),
    recover: () => committing('recover', () => recover(leases)),
    endEagerStarts: (engine) => endEagerStarts(leases, engine),
    retire: (engine) => committing('hand_back', () => retire(leases, engine)),
    unregister: (engine) => committing('unregister', () => unregister(leases, engine)),
    latestDefinition: (ownerId, name) => latestDefinition(shared, ownerId, name),
    countDescendants: (originRunId, most) => countDescendants(shared, originRunId, most),
    definition: (ownerId, name, version) => definitionOf(shared, ownerId, name, version),
    variables: (ownerId, names) => readVariables(shared, ownerId, names),
    async close() {
      await Promise.all(
        [...lanes, claims, fairLaneClaims, leases, timers, shared, locks, files].map((connection) =>
          connection.close(),
        ),
      )
    },
  }
}

/**
 * A queue of transactions on one connection, across sessions of the engine. Without it, the statements of two passes of
 * the lock manager could share one transaction, and the second pass would grant resources that the first one has granted.
 */
function createTurns() {
  let acting: Promise<unknown> = Promise.resolve()
  return <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const acted = acting.then(act)
    acting = acted.catch(() => undefined)
    return acted
  }
}

/** Claims on a connection of their own, one at a time. */
function createClaims(connection: Connection) {
  const inTurn = createTurns()
  return {
    claim(
      generation: string | undefined,
      ...[engine, limit, take, ended, budget]: [...Parameters<Store['claim']>, RunBudget | undefined]
    ): ReturnType<Store['claim']> {
      return inTurn(() => claim(connection.within(generation), engine, limit, take, ended, budget))
    },
    recountSlots: () => inTurn(() => recountSlots(connection)),
    close: () => connection.close(),
  }
}
