import pg from 'pg'

/** A pool for tools of a terminal: what they ask for may take its time, and a lost connection is replaced. */
export function createToolPool(databaseUrl: string, size: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: size, application_name: 'tool' })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return pool
}
