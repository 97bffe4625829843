import type { Queryable } from './connection/connection.ts'

/**
 * To be called before something is acknowledged that was found instead of being written. With a synchronous standby, a commit whose
 * session ended while it waited for the standby is seen here, and maybe not there. The commit of this small write waits until
 * the standby has everything that came before it.
 */
export async function confirmFound(connection: Queryable): Promise<void> {
  await connection.query({ name: 'confirm-found', text: `select pg_logical_emit_message(true, 'heddle', ''::text)` })
}
