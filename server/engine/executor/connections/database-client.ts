import type { LookupFunction } from 'node:net'
import pg from 'pg'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import { tuning } from '../tuning.ts'
import { guardedLookup, type SocketGuard, socketWith } from './guarded-socket.ts'

/** A client of the database of a connection, not connected yet. Throws `AddressRefused`. */
export function databaseClient(
  { settings, secrets }: OpenedConnection,
  guard: SocketGuard,
  timeoutMs: number,
): pg.Client {
  const { host = '', database, username, tls } = settings
  const port = Number(settings.port)
  const lookup: LookupFunction = guardedLookup({ kind: 'postgresql', host, port }, guard)
  return new pg.Client({
    host,
    port,
    database,
    user: username,
    password: secrets.password ?? '',
    ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'verify' },
    stream: () => socketWith(lookup),
    application_name: 'Heddle',
    connectionTimeoutMillis: Math.min(timeoutMs, tuning.databaseConnectMs),
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + tuning.databaseAnswerMs,
    types: { getTypeParser: () => (text: string) => text },
  } as pg.ClientConfig)
}
