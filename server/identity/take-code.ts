import type { ClientBase, Pool } from 'pg'
import { identityTuning } from './tuning.ts'

/**
 * Uses a code of an authenticator app up; false where it was used before. An app shows a code for half a minute: it must
 * not be good once more for somebody who has seen it.
 */
export async function takeCode(client: ClientBase | Pool, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into used_code as u (user_id, code) values ($1, $2)
     on conflict (user_id, code) do update set at = now() where u.at < now() - make_interval(secs => $3)`,
    [userId, code.replaceAll(' ', ''), identityTuning.codeSeconds],
  )
  return rowCount === 1
}
