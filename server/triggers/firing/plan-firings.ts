import type { Pool } from 'pg'
import type { ScheduleTrigger } from '#core/definition/trigger.ts'
import { type DueFiring, dueFirings } from '#core/definition/triggers/due-firings.ts'
import { instantText } from '#core/definition/triggers/planned-instants.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { triggerTuning } from '../tuning.ts'
import { jitterMs } from './jitter.ts'

interface DueRow {
  readonly id: string
  readonly ownerId: string
  readonly spec: ScheduleTrigger
  readonly handledUntil: Date
  readonly now: Date
}

/**
 * Writes the firings of schedules whose next instant has come, each under the key of its planned instant, and moves the
 * schedules on, in one transaction: however often an instant comes, by the clock or after a crash, it has one row. Rows
 * that another engine has locked are left to that engine. Returns how many schedules were due.
 */
export function planFirings(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<DueRow>({
      name: 'due-triggers',
      text: `select id, owner_id as "ownerId", spec, handled_until as "handledUntil", clock_timestamp() as now
               from trigger where next_at <= clock_timestamp()
              order by next_at limit ${triggerTuning.schedulesPerTransaction} for update skip locked`,
    })
    if (rows.length === 0) return 0
    const moved = rows.map((row) => {
      const now = row.now.getTime()
      return { ...row, due: dueFirings(row.spec, { handledUntil: row.handledUntil.getTime(), now }) }
    })
    const firings = moved.flatMap((row) => row.due.firings.map((firing) => firingRow(row, firing)))
    await client.query(
      `insert into trigger_firing (trigger_id, key, owner_id, cause, overlap, planned_at, due_at, state, reason, ended_at)
       select trigger_id, key, owner_id, cause, overlap, planned_at, due_at,
              case when reason is null then 'waiting' else 'skipped' end, reason,
              case when reason is not null then clock_timestamp() end
         from jsonb_to_recordset($1::jsonb) as r(trigger_id uuid, key text, owner_id text, cause text, overlap text,
              planned_at timestamptz, due_at timestamptz, reason text)
       on conflict do nothing`,
      [JSON.stringify(firings)],
    )
    await client.query(
      `update trigger t set handled_until = greatest(t.handled_until, r.now), next_at = r.next_at
         from jsonb_to_recordset($1::jsonb) as r(id uuid, now timestamptz, next_at timestamptz) where t.id = r.id`,
      [
        JSON.stringify(
          moved.map(({ id, now, due }) => ({
            id,
            now: now.toISOString(),
            next_at: due.nextAt === null ? null : instantText(due.nextAt),
          })),
        ),
      ],
    )
    return rows.length
  })
}

function firingRow({ id, ownerId, spec }: DueRow, { plannedAt, cause, overlap, skipped }: DueFiring) {
  const key = instantText(plannedAt)
  const waitMs = jitterMs(`${id}/${key}`, spec.jitter_seconds ?? 0)
  return {
    ...{ trigger_id: id, key, owner_id: ownerId, cause, overlap },
    ...{ planned_at: key, due_at: new Date(plannedAt + waitMs).toISOString(), reason: skipped ?? null },
  }
}
