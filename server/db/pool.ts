import pg from 'pg'

/**
 * A pool for hand-written SQL. A lost idle connection is not an error of
 * anybody: the pool opens another one, so it is only reported to `onLost`.
 */
export function createPool(
  databaseUrl: string,
  size: number,
  onLost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: size, keepAlive: true, application_name: 'heddle' })
  pool.on('error', onLost)
  return pool
}
