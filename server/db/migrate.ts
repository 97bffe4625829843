import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const migrationsFolder = join(import.meta.dirname, '..', '..', 'prisma', 'migrations')

/**
 * The advisory lock that serialises concurrent migrations. The number is arbitrary but must stay equal in every version
 * of Heddle.
 */
const MIGRATION_LOCK = 48_151_623

/**
 * Former checksums of migrations that were fixed because they failed on some databases. A database that had passed the
 * former text has an identical schema, so its row gets the new checksum.
 */
const mended: { readonly [name: string]: string } = {
  '20261207000000_called_failed': '41eba9ed205eaa61a234503ac88a5e6835b84ca0f3dff44468995e03113784dd',
}

/**
 * Applies `prisma/migrations` in order and records them in Prisma's own
 * `_prisma_migrations` table, so that `prisma migrate` agrees wherever its
 * engine can be had. Prisma's CLI itself is not used: it downloads that engine,
 * which fails on a closed network. Each migration is one transaction.
 *
 * Migrations are of two kinds. One whose name ends in `_contract` takes away what an earlier version still uses: it is
 * applied only where no such version runs (`kinds`: `all`). Every other one adds, so that an earlier version goes on beside
 * it.
 *
 * Returns the names it applied. Throws when an applied migration was edited since.
 */
export async function migrate(databaseUrl: string, kinds: 'all' | 'expand' = 'all'): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists "_prisma_migrations" (
      "id" varchar(36) primary key, "checksum" varchar(64) not null, "finished_at" timestamptz,
      "migration_name" varchar(255) not null, "logs" text, "rolled_back_at" timestamptz,
      "started_at" timestamptz not null default now(), "applied_steps_count" integer not null default 0)`)
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'select migration_name, checksum from "_prisma_migrations" where finished_at is not null and rolled_back_at is null',
    )
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]))
    const applied: string[] = []
    for (const migration of await readMigrations()) {
      const checksum = known.get(migration.name)
      if (checksum === undefined && kinds === 'expand' && isContract(migration.name)) continue
      if (checksum === undefined) {
        await apply(client, migration)
        applied.push(migration.name)
      } else if (checksum === mended[migration.name]) {
        await client.query(
          'update "_prisma_migrations" set checksum = $1 where migration_name = $2 and checksum = $3',
          [migration.checksum, migration.name, checksum],
        )
      } else if (checksum !== migration.checksum) {
        throw new Error(
          `The migration ${migration.name} was changed after it had been applied to this database. Restore the file, or start with an empty data directory.`,
        )
      }
    }
    return applied
  } finally {
    await client.end()
  }
}

/** Whether a migration takes away what an earlier version uses. */
export const isContract = (name: string): boolean => name.endsWith('_contract')

/** How long a migration waits for a lock, how often, and the pause in which others pass. */
const lockWait = { mostMs: 2_000, pauseMs: 500, tries: 60 } as const
const LOCK_NOT_AVAILABLE = '55P03'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** The names of all migrations of this version, in order. */
export async function listMigrations(): Promise<readonly string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

async function readMigrations(): Promise<readonly Migration[]> {
  return Promise.all(
    (await listMigrations()).map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies a migration. One that waits for a lock would hold up every later statement on that table, on which processes
 * work: it gives up soon, and is tried again.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await applyOnce(client, migration)
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || tries === lockWait.tries) throw error
      await sleep(lockWait.pauseMs)
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockWait.mostMs}`)
    await client.query(migration.sql)
    await client.query(
      `insert into "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
       values ($1, $2, clock_timestamp(), $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    )
    await client.query('commit')
  } catch (error) {
    // The original error is thrown, even when the rollback fails because the connection is gone.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
