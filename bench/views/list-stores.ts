import { createDatabase } from '#server/db/client.ts'
import { createPool } from '#server/db/pool.ts'
import { createOwnedStores, createStores, type Stores } from '#server/stores.ts'
import type { Stage } from '../harness/stage.ts'

/** One role of the database as in local mode, or the roles of a login, whose rows are those of one owner. */
type Way = 'one role' | 'roles'

/** Stores that answer in the chosen way, over the same rows. */
export interface ListStores {
  readonly stores: Stores
  readonly ways: readonly Way[]
  use(way: Way): void
  close(): Promise<void>
}

export function openListStores({ pool, databaseUrl, roles }: Stage): ListStores {
  const database = createDatabase(databaseUrl)
  const plain = createStores(pool, database)
  const separated = roles && separateOwners(roles)
  let chosen: Stores = plain
  return {
    stores: {
      get pool() {
        return chosen.pool
      },
      get database() {
        return chosen.database
      },
      get engine() {
        return chosen.engine
      },
    },
    ways: separated ? ['one role', 'roles'] : ['one role'],
    use(way) {
      chosen = way === 'roles' && separated ? separated.stores : plain
    },
    async close() {
      await Promise.all([database.$disconnect(), separated?.close()])
    },
  }
}

function separateOwners({ web, start }: NonNullable<Stage['roles']>) {
  const database = createDatabase(web)
  const pools = { pool: createPool(web, 6), startPool: createPool(start, 2) }
  const { storesOf } = createOwnedStores({ ...pools, database })
  return {
    stores: storesOf('local'),
    close: () => Promise.all([pools.pool.end(), pools.startPool.end(), database.$disconnect()]),
  }
}
