import type { Pool } from 'pg'
import { sentence } from '#core/run/sentence/sentence.ts'
import { readRunStates } from '#server/engine/requests/read-run.ts'
import { createPoolDefinitions } from '#server/engine/store/definitions.ts'
import { PARKED } from '#server/engine/store/queue-position.ts'
import type { Look } from './settling.ts'

const isOpen = '(s.ended_at is null or s.engine_id is not null)'

/** An ended run with an envelope is owed its acknowledgement. */
const isOwed =
  'exists (select from timer t where t.run_id = s.run_id) or exists (select from ready q where q.run_id = s.run_id)'

/** How the runs and the engines are at this moment. */
export async function lookAt(pool: Pool): Promise<Look> {
  const { rows } = await pool.query<Omit<Look, 'at'>>(
    `select (select count(*) from run_state s where ${isOpen} or ${isOwed})::int as open,
            (select coalesce(sum(seq), 0) from run_progress)::float8 as events,
            (select count(*) from engine where lease_expires_at > clock_timestamp())::int as engines`,
  )
  return { at: performance.now(), ...(rows[0] as Omit<Look, 'at'>) }
}

interface OpenRun {
  readonly id: string
  readonly owner_id: string
  readonly workflow: string
  readonly version: number
  readonly engine_id: string | null
  /** Milliseconds until the lease of that engine expires; negative when it has. */
  readonly lease_ms: number | null
  /** `parked`: because of an error in the engine. */
  readonly queue: 'ready' | 'parked' | null
  readonly letters: number
}

/**
 * What each run without an outcome waits for, one line a run: the sentence of
 * its page, which holder or queue it is with, and how many messages its
 * mailbox holds.
 */
export async function whatOpenRunsWaitFor(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<OpenRun>(
    `select r.id, r.owner_id, r.workflow, r.version, s.engine_id,
            extract(epoch from e.lease_expires_at - clock_timestamp())::float8 * 1000 as lease_ms,
            case when q.position >= ${PARKED} then 'parked' when q.run_id is not null then 'ready' end as queue,
            (select count(*) from mailbox m where m.run_id = r.id and m.handled_at is null)::int as letters
       from run_state s join run r on r.id = s.run_id
       left join engine e on e.id = s.engine_id left join ready q on q.run_id = r.id
      where ${isOpen} order by r.id`,
  )
  const states = await readRunStates(
    pool,
    rows.map(({ id }) => id),
    'refs',
  )
  const definitions = createPoolDefinitions(() => pool)
  const lines: string[] = []
  for (const run of rows) {
    const state = states.get(run.id)
    const definition = await definitions.find(run.owner_id, run.workflow, run.version)
    const why = state ? sentence(definition?.executable ?? null, state, Date.now()) : 'It has no history.'
    lines.push(`${run.workflow} ${run.id}: ${why} [${[holderOf(run), ...lettersOf(run)].join(', ')}]`)
  }
  return lines
}

function holderOf({ engine_id, lease_ms, queue }: OpenRun): string {
  if (engine_id !== null) {
    if (lease_ms === null) return `held by engine ${engine_id}, which is gone`
    const seconds = (Math.abs(lease_ms) / 1_000).toFixed(1)
    return `held by engine ${engine_id}, whose lease ${lease_ms > 0 ? `expires in ${seconds} s` : `expired ${seconds} s ago`}`
  }
  if (queue === null) return 'held by no engine, not in the ready queue'
  return queue === 'ready' ? 'in the ready queue' : 'parked by the engine'
}

function lettersOf({ letters }: OpenRun): readonly string[] {
  return letters === 0 ? [] : [`${letters} unhandled messages`]
}
