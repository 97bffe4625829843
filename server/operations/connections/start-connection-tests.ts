import type { Pool } from 'pg'
import { testConnection } from '#server/engine/executor/connections/test-connection.ts'
import { ownerRedactor } from '#server/engine/executor/secrets/owner-redactor.ts'
import type { SecretSource } from '../../secrets.ts'
import { type Repeated, repeat } from '../repeat.ts'
import { connectionTestLimits } from './connection-test-limits.ts'

export interface ConnectionTestOptions {
  readonly pool: Pool
  readonly secrets: SecretSource
  readonly allow: readonly string[]
  readonly log: (line: string) => void
  readonly lookEveryMs?: number
}

interface TestRequest {
  readonly ownerId: string
  readonly name: string
  readonly updatedAt: Date
}

/**
 * Answers people who ask for a test of a connection: its secrets are readable here and not in the web process. A test
 * whose process dies is made again.
 */
export function startConnectionTests({
  pool,
  secrets,
  allow,
  log,
  lookEveryMs = connectionTestLimits.lookEveryMs,
}: ConnectionTestOptions): Repeated {
  const answer = async ({ ownerId, name, updatedAt }: TestRequest): Promise<void> => {
    const owner = await secrets.fresh(ownerId)
    const found = owner.connectionFor(null, name)
    const { passed, message } = found.ok
      ? await testConnection(found.connection, { ownerId, secrets, allow, log })
      : { passed: false, message: found.message }
    const said = ownerRedactor(owner).text(message).slice(0, connectionTestLimits.messageCharacters)
    await pool.query(
      `update connection set test_asked_at = null, tested_at = now(), test_passed = $4, test_message = $5
        where owner_id = $1 and name = $2 and updated_at = $3`,
      [ownerId, name, updatedAt, passed, said],
    )
  }
  return repeat({
    pauseMs: lookEveryMs,
    async work() {
      const asked = await claimTests(pool)
      await Promise.all(asked.map(answer))
    },
    onError: (error) => log(`tests of connections: ${String(error)}`),
  })
}

/** Takes tests that no process has under way. */
async function claimTests(pool: Pool): Promise<readonly TestRequest[]> {
  const { atOnce, claimSeconds } = connectionTestLimits
  const { rows } = await pool.query<TestRequest>(
    `update connection c set test_asked_at = now() + make_interval(secs => $2)
       from (select owner_id, name from connection where test_asked_at <= now()
              order by test_asked_at limit $1 for update skip locked) due
      where c.owner_id = due.owner_id and c.name = due.name
      returning c.owner_id as "ownerId", c.name, c.updated_at as "updatedAt"`,
    [atOnce, claimSeconds],
  )
  return rows
}
