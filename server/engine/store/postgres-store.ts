import { limits } from '#core/limits.ts'
import type { Store } from '../ports.ts'
import { appendAll } from './append.ts'
import { claim } from './claim.ts'
import { createConnection } from './connection.ts'
import { definitionOf, latestDefinition } from './definitions.ts'
import { handBack, recover, register, renew, setAlone, unregister } from './lease.ts'
import { drain } from './load.ts'
import { release, reply } from './release.ts'
import { fireTimers } from './timers.ts'

/**
 * The store on PostgreSQL. Commits have connections of their own, so has the
 * claim with its transaction, the timers and the lease: a lease is renewed
 * however long a flush takes. Everything else shares one.
 */
export function createPostgresStore(databaseUrl: string): Store {
  const open = (purpose: string, settings?: readonly string[]) =>
    createConnection(databaseUrl, `heddle engine ${purpose}`, settings)
  const lanes = Array.from({ length: limits.committer.connections }, () => open('commit'))
  const claims = open('claim')
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
    append: (engine, appends, index, again) => appendAll(lane(index), engine, appends, again),
    claim: (engine, limit, take) => claim(claims, engine, limit, take),
    drain: (engine, runIds) => drain(shared, engine, runIds),
    reply: (engine, runId, handled) => reply(shared, engine, runId, handled),
    release: (engine, runs) => release(shared, engine, runs),
    handBack: (engine) => handBack(shared, engine),
    fireTimers: (engine, limit) => fireTimers(timers, engine, limit),
    register: (host, pid, leaseMs) => register(leases, host, pid, leaseMs),
    renew: (engine, leaseMs) => renew(leases, engine, leaseMs),
    setAlone: (engine, message) => setAlone(leases, engine, message),
    recover: () => recover(leases),
    unregister: (engine) => unregister(leases, engine),
    latestDefinition: (ownerId, name) => latestDefinition(shared, ownerId, name),
    definition: (ownerId, name, version) => definitionOf(shared, ownerId, name, version),
    async close() {
      await Promise.all([...lanes, claims, leases, timers, shared].map((connection) => connection.close()))
    },
  }
}
