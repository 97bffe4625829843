import type { Pool } from 'pg'
import type { Trigger } from '#core/definition/trigger.ts'
import { nextAt } from '../register-triggers.ts'
import { triggerTuning } from '../tuning.ts'

/**
 * Computes the next instants of all schedules in a time zone anew, as an engine does when it starts: its zone database may
 * be a newer one than that which computed them. What has been handled stays handled.
 */
export async function computeAnew(pool: Pool): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await pool.query<{ id: string; spec: Trigger; handledUntil: Date; nextAt: Date }>(
      `select id, spec, handled_until as "handledUntil", next_at as "nextAt" from trigger
        where id > $1 and next_at is not null and spec ? 'cron' order by id limit $2`,
      [after, triggerTuning.schedulesPerTransaction],
    )
    for (const { id, spec, handledUntil, nextAt: before } of rows) {
      const next = nextAt(spec, handledUntil.getTime())
      if (next?.getTime() === before.getTime()) continue
      // An engine that has fired the schedule in between has moved it on itself.
      await pool.query('update trigger set next_at = $2 where id = $1 and next_at = $3', [id, next, before])
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < triggerTuning.schedulesPerTransaction) return
    after = last.id
  }
}
