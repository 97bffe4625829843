import type { Pool } from 'pg'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { type AuditFilter, listAudit } from '#server/audit/list-audit.ts'
import type { Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { at, median, ms, nowMs } from '../harness/stats.ts'
import { openListStores } from './list-stores.ts'

const GOAL_MS = 50
const PAGE = 50
const DAY_MS = 86_400_000
/** The span of the rows: one each half minute. */
const SPAN_DAYS = 347

const admin: Actor = { ...localPerson, id: 'ana', roles: ['admin'] }

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const day = (ago: number): AuditFilter => ({ from: daysAgo(ago), to: daysAgo(ago - 1) })

const filters: readonly (readonly [string, AuditFilter])[] = [
  ['newest', {}],
  ['of a busy person', { actor: 'person-1' }],
  ['of a person with few rows', { actor: 'rare' }],
  ['of a person without any', { actor: 'nobody' }],
  ['of a frequent action', { action: 'task.decide' }],
  ['of a rare action', { action: 'secret.replace' }],
  ['of an action that nobody did', { action: 'run.nothing' }],
  ['refused', { outcome: 'refused' }],
  ['asked for', { outcome: 'asked' }],
  ['of one target', { target: 'run-4711' }],
  ['of targets with a beginning', { target: 'run-47' }],
  ['of most targets', { target: 'run-' }],
  ['of no target', { target: 'nothing' }],
  ['of one day', day(7)],
  ['of one day long ago', day(300)],
  ['of a month long ago', { from: daysAgo(330), to: daysAgo(300) }],
  ['before a day long ago', { to: daysAgo(300) }],
  ['of a day without rows', day(SPAN_DAYS + 100)],
  ['refused, on one day long ago', { outcome: 'refused', ...day(300) }],
  ['refused, of one person', { outcome: 'refused', actor: 'person-1' }],
  ['refused, of one rare action', { outcome: 'refused', action: 'secret.replace' }],
  ['of a busy person on one day long ago', { actor: 'person-1', ...day(300) }],
  ['of a frequent action on one day long ago', { action: 'task.decide', ...day(300) }],
  ['of a busy person and a rare action', { actor: 'person-1', action: 'secret.replace' }],
  ['of a person with few rows and a frequent action', { actor: 'rare', action: 'task.decide' }],
]

/** Measures each filter of the audit among so many rows, as the role of the database that requests have. */
export async function measureAudit(stage: Stage, rowCount: number, rounds: number): Promise<readonly Row[]> {
  await makeAudit(stage.patientPool, rowCount)
  const { stores, ways, use, close } = openListStores(stage)
  use(ways.at(-1) ?? 'one role')
  const ask = (filter: AuditFilter, cursor: string | null = null) =>
    listAudit({ stores, actor: admin }, { ...filter, cursor, limit: PAGE })
  try {
    const rows: Row[] = []
    for (const [name, filter] of filters) {
      const took: number[] = []
      const { nextCursor } = await ask(filter)
      for (let round = 0; round < rounds; round += 1) {
        const startedAt = nowMs()
        await ask(filter, round % 2 === 0 ? null : nextCursor)
        took.push(nowMs() - startedAt)
      }
      const [p50, p95] = [median(took), at(took, 0.95)]
      rows.push({
        bench: 'audit',
        shape: `${rowCount} rows, ${name}`,
        measured: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
        goal: `< ${GOAL_MS} ms`,
        met: p95 < GOAL_MS,
        figures: { p50, p95 },
      })
    }
    return rows
  } finally {
    await close()
  }
}

/** Rows of two owners; one in ten is the other's, and of the oldest third, one in two hundred was refused. */
async function makeAudit(pool: Pool, rows: number): Promise<void> {
  await pool.query('alter table audit disable trigger audit_guard')
  await pool.query(
    `insert into audit (owner_id, at, actor_id, kind, action, target, outcome)
     select case when n % 10 = 0 then 'other' else 'local' end,
            now() - make_interval(secs => ($1 - n) * $2::float8 / $1),
            case when n % 50021 = 1 then 'rare' else 'person-' || n % 40 end, 'person',
            case when n % 20011 = 2 then 'secret.replace'
                 else (array['task.decide', 'run.start', 'run.cancel', 'workflow.edit', 'task.claim', 'key.use'])[1 + n % 6] end,
            'run-' || n % 20000,
            case when n % 200 = 3 and n < $1 / 3 then 'refused' when n % 30 = 4 then 'asked' else 'done' end
       from generate_series(1, $1::int) n`,
    [rows, (SPAN_DAYS * DAY_MS) / 1000],
  )
  await pool.query('alter table audit enable trigger audit_guard')
  await pool.query('vacuum analyze audit')
}
