import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import { ServiceFailure } from '../engine/executor/services/service-failure.ts'
import type { ExampleServer } from './example-server.ts'
import { shopTables } from './shop-tables.ts'
import { exampleTuning } from './tuning.ts'

/** The name of the example database and of the role that reads it. */
const NAME = 'heddle_example'
/** Of the advisory lock under which the database is made, so that two engines do not make it at once. */
const LOCK = 48_151_625

/**
 * A database of its own beside that of Heddle, in the same PostgreSQL, with a few tables of a shop. Its role reads these
 * tables and nothing else. Both are made at the first use and stay.
 */
export async function prepareExampleDatabase(databaseUrl: string): Promise<ExampleServer> {
  const password = passwordFor(databaseUrl)
  const admin = clientOf(databaseUrl)
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    await makeRole(admin, password)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [NAME])
    if (rowCount === 0) await admin.query(`create database ${NAME}`)
    await fill(databaseUrl)
  } catch (error) {
    throw refusalOf(error) ?? error
  } finally {
    await admin.end().catch(() => undefined)
  }
  const { host, port, ssl } = admin
  return {
    settings: {
      // An embedded PostgreSQL whose socket the URL names listens here as well.
      host: host.startsWith('/') ? '127.0.0.1' : host,
      port: String(port),
      database: NAME,
      username: NAME,
      tls: ssl ? 'require' : 'off',
    },
    secrets: { password },
    close: () => Promise.resolve(),
  }
}

const clientOf = (connectionString: string): pg.Client => {
  const { databaseConnectMs: connectionTimeoutMillis } = exampleTuning
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, application_name: 'heddle-example' })
  client.on('error', () => undefined)
  return client
}

async function makeRole(admin: pg.Client, password: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [NAME])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await admin.query(`${verb} role ${NAME} with login connection limit 20 password ${admin.escapeLiteral(password)}`)
}

async function fill(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  url.pathname = `/${NAME}`
  const client = clientOf(url.href)
  await client.connect()
  try {
    await client.query(shopTables)
    await client.query(`grant select on all tables in schema public to ${NAME}`)
  } finally {
    await client.end()
  }
}

/** Derived from the password of the URL, so that all engines know it; without one, the server asks for none anyway. */
function passwordFor(databaseUrl: string): string {
  const { password } = new URL(databaseUrl)
  if (password === '') return randomBytes(24).toString('base64url')
  return createHmac('sha256', decodeURIComponent(password)).update(`heddle role ${NAME}`).digest('base64url')
}

function refusalOf(error: unknown): ServiceFailure | null {
  if ((error as { code?: string }).code !== '42501') return null
  const message =
    'The user of DATABASE_URL may make no database, so there is no example database. Use a connection of your own.'
  return new ServiceFailure('EXAMPLE_UNAVAILABLE', message, false)
}
