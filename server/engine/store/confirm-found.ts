import type { Queryable } from './connection/connection.ts'

/**
 * Confirms rows that were found instead of written, before they are acknowledged. With a synchronous standby, a commit
 * whose session ended while it waited for the standby is visible here, and may be missing there. The commit of this small
 * write waits until the standby has every earlier commit.
 */
export async function confirmFound(connection: Queryable): Promise<void> {
  await connection.query({ name: 'confirm-found', text: `select pg_logical_emit_message(true, 'heddle', ''::text)` })
}
