import type { Pool } from 'pg'
import { type Database, ownerDatabase } from './db/client.ts'
import { ownerPool } from './db/owner-pool.ts'
import { boundEngineClient, createEngineClient, type EngineClient } from './engine/requests/engine-client.ts'
import type { Hints } from './engine/requests/hints.ts'
import type { OwnerQuota } from './limits/owner-quota.ts'

/**
 * The clients of operations: Prisma for CRUD and reads, `pg` for lists and hand-written SQL of the same database, and the
 * client of the engines.
 */
export interface Stores {
  readonly database: Database
  readonly pool: Pool
  readonly engine: EngineClient
}

/** The stores over a pool and a database client, with an engine client of their own. */
export function createStores(pool: Pool, database: Database, hints?: Hints): Stores {
  return { pool, database, engine: createEngineClient(pool, undefined, undefined, hints) }
}

/** Stores whose statements see the rows of one owner. */
export type StoresOf = (ownerId: string) => Stores

/** The stores of local mode, whose actor sees every owner. */
export const localStores = (stores: Stores) => ({ stores, storesOf: () => stores })

/** Owners whose stores are kept; more are made anew, which costs microseconds. */
const MOST_KEPT = 1_000

/** The pools of a process that works for owners one by one, each of its own database role (see `db/roles`). */
export interface OwnedPools {
  /** The rows of the owner that a transaction names, and none without. */
  readonly pool: Pool
  /** Starts, whose batches contain runs of several owners. */
  readonly startPool: Pool
  /** Bounds the starts of each owner. */
  readonly quota?: OwnerQuota | undefined
  readonly database: Database
  /** Over the pool of the starts, by NOTIFY, when absent. */
  readonly hints?: Hints | undefined
}

/**
 * The stores of requests when people log in: `stores` is bound to no owner and sees no rows; `storesOf` binds it. One
 * engine client serves all owners.
 */
export function createOwnedStores({ pool, startPool, quota, database, hints }: OwnedPools): {
  readonly stores: Stores
  readonly storesOf: StoresOf
} {
  const engine = createEngineClient(startPool, (ownerId) => storesOf(ownerId).pool, quota, hints)
  const known = new Map<string, Stores>()
  const storesOf: StoresOf = (ownerId) => {
    const found = known.get(ownerId)
    if (found) return found
    const oldest = known.size >= MOST_KEPT ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    const bound = ownerPool(pool, ownerId)
    const made = { pool: bound, database: ownerDatabase(database, ownerId), engine: boundEngineClient(engine, bound) }
    known.set(ownerId, made)
    return made
  }
  return { stores: { pool, database, engine: boundEngineClient(engine, pool) }, storesOf }
}
