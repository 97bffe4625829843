import { limits } from '#core/limits.ts'
import { committing } from '../crash-points.ts'
import type { Store } from '../ports.ts'
import { appendAll, appendAlone } from './append.ts'
import { claim, retryAside } from './claim.ts'
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts'
import { definitionOf, latestDefinition } from './definitions.ts'
import { handBack, recover, register, renew, unregister } from './lease.ts'
import { drain, loadGiven } from './load.ts'
import { keepersOf, keepPayloads } from './payloads.ts'
import { release, reply } from './release.ts'
import { fireTimers } from './timers.ts'

/**
 * The store on PostgreSQL. Commits have connections of their own, so have the
 * claims with their transactions, the timers and the lease: a lease is renewed
 * however long a flush takes. Everything else shares one.
 */
export function createPostgresStore(databaseUrl: string, options: ConnectionOptions = {}): Store {
  const open = (purpose: string) => createConnection(databaseUrl, `heddle engine ${purpose}`, options)
  const lanes = Array.from({ length: limits.committer.connections }, () => open('commit'))
  const claims = createClaims(open('claim'))
  const claimsOfFew = createClaims(open('claim of few'))
  const leases = open('lease')
  const timers = open('timers')
  const shared = open('read')
  const lane = (index: number) => {
    const connection = lanes[index]
    if (!connection) throw new Error(`There is no lane ${index}.`)
    return connection
  }
  return {
    lanes: lanes.length,
    async append(engine, appends, index, again) {
      const connection = lane(index)
      await keepPayloads(connection, keepersOf(appends))
      return committing('append', () =>
        again ? appendAll(connection, engine, appends, again) : appendAlone(connection, engine, appends),
      )
    },
    claim: (engine, limit, take, ended) => (limit.notOf ? claimsOfFew : claims).claim(engine, limit, take, ended),
    drain: (engine, runIds) => drain(shared, engine, runIds),
    reply: (engine, runId, handled) => committing('reply', () => reply(shared, engine, runId, handled)),
    release: (engine, runs) => committing('release', () => release(shared, engine, runs)),
    handBack: (engine, runIds, where) => committing('hand_back', () => handBack(shared, engine, runIds, where)),
    given: (engine) => loadGiven(shared, engine),
    retryAside: (limit) => committing('retry_aside', () => retryAside(shared, limit)),
    fireTimers: (engine, limit) => committing('fire_timers', () => fireTimers(timers, engine, limit)),
    register: (host, pid, leaseMs, takesRuns = false) =>
      committing('register', () => register(leases, host, pid, leaseMs, takesRuns)),
    renew: (engine, leaseMs) => committing('renew', () => renew(leases, engine, leaseMs)),
    recover: () => committing('recover', () => recover(leases)),
    unregister: (engine) => committing('unregister', () => unregister(leases, engine)),
    latestDefinition: (ownerId, name) => latestDefinition(shared, ownerId, name),
    definition: (ownerId, name, version) => definitionOf(shared, ownerId, name, version),
    async close() {
      await Promise.all([...lanes, claims, claimsOfFew, leases, timers, shared].map((connection) => connection.close()))
    },
  }
}

/** One transaction at a time on its connection, also when a new session begins before the last one's claim has ended. */
function createClaims(connection: Connection): Pick<Store, 'claim' | 'close'> {
  let claiming: Promise<unknown> = Promise.resolve()
  return {
    claim(engine, limit, take, ended) {
      const claimed = claiming.then(() => claim(connection, engine, limit, take, ended))
      claiming = claimed.catch(() => undefined)
      return claimed
    },
    close: () => connection.close(),
  }
}
