import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ApiError, tooManyRequests } from '../../api-error.ts'
import { alertLimits } from './alert-limits.ts'
import { lockRule } from './save-rule.ts'

/** No run has this id. */
const NO_RUN = '00000000-0000-0000-0000-000000000000'

/** Puts a test message to every receiver of a rule into the outbox. Throws `NOT_FOUND`, `TOO_MANY_REQUESTS`. */
export async function testRule(pool: Pool, actor: Actor, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { workflow } = await lockRule(client, actor, id)
    const { rows } = await client.query<{ tests: number }>(
      `select count(*)::int as tests from alert
        where owner_id = $1 and rule_id = $2 and run_id = $3 and created_at > clock_timestamp() - interval '1 hour'`,
      [actor.ownerId, id, NO_RUN],
    )
    if ((rows[0]?.tests ?? 0) >= alertLimits.testsPerHour) {
      const message = `This rule was tested ${alertLimits.testsPerHour} times within an hour. Try again later.`
      throw tooManyRequests(message, 3_600)
    }
    await client.query(
      `insert into alert (owner_id, rule_id, run_id, event, cause, workflow, happened_at, due_at, open)
       values ($1, $2, $3, 'test', $4, $5, clock_timestamp(), clock_timestamp(), false)`,
      [actor.ownerId, id, NO_RUN, uuidv7(), workflow],
    )
    await recordAudit(client, { actor, action: 'alert.test', target: id, outcome: 'done' })
  })
}

/** Puts a message that was given up back into the outbox. Throws `CONFLICT`, `NOT_FOUND`. */
export async function sendAlertAgain(pool: Pool, actor: Actor, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      'select state from alert_message where owner_id = $1 and id = $2 for update',
      [actor.ownerId, id],
    )
    const [message] = rows
    if (!message) throw new ApiError('NOT_FOUND', 'There is no such message, or it is older than a month.', 'id')
    if (message.state !== 'failed') {
      throw new ApiError('CONFLICT', 'This message has not failed: it needs no second attempt.', 'id')
    }
    await client.query(
      `update alert_message
          set state = 'waiting', attempts = 0, due_at = clock_timestamp(), since = clock_timestamp(), ended_at = null, reason = null
        where owner_id = $1 and id = $2`,
      [actor.ownerId, id],
    )
    await recordAudit(client, { actor, action: 'alert.resend', target: id, outcome: 'done' })
  })
}
