import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { refuseCanaryInTables } from './canary.ts'

const GOODBYE_LOOKS = 100
const LOOK_MS = 10

export interface TestDatabase {
  readonly url: string
  /** Ends whatever is still connected and removes the database. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own, cloned from the run's template (about 50 ms). */
export function createTestDatabase(): Promise<TestDatabase> {
  return makeDatabase(new URL(inject('templateDatabaseUrl')).pathname.slice(1))
}

/** A database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template0')
}

async function makeDatabase(from: string): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied as files: to log each page of some 600 tables and indexes takes four times as long.
  await administer(template, (client) => client.query(`create database ${name} template ${from} strategy file_copy`))
  const url = new URL(template)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await administer(template, async (client) => {
        await untilUnconnected(client, name)
        // A test may have removed it itself.
        const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
        if (rowCount !== 0) await refuseCanaryInTables(url.href)
        await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}

/** A connection that has said good-bye is still there for a moment, and would hear of its forced end as an error. */
async function untilUnconnected(client: pg.Client, name: string): Promise<void> {
  for (let look = 0; look < GOODBYE_LOOKS; look += 1) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
    if (rowCount === 0) return
    await sleep(LOOK_MS)
  }
}

async function administer(template: URL, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
