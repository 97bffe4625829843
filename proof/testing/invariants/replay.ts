import type { ClientBase } from 'pg'
import { stepsViews } from '#core/run/decider/steps-decider.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'
import { currentSteps } from '#core/run/views/open-work.ts'
import { projectionOf } from '#server/engine/commit/projection.ts'
import { openPayloads, type PayloadTexts } from '#server/engine/payload/inline-payloads.ts'
import { payloadsOf } from '#server/engine/store/payloads.ts'
import type { Checked } from './report.ts'

const AT_ONCE = 500
const NONE = '00000000-0000-0000-0000-000000000000'

/** Invariant 9: what lists show is what a replay of the history says, and so is the last snapshot. */
export async function checkReplays(client: ClientBase, openOnly: boolean): Promise<Checked> {
  const culprits: string[] = []
  let rows = 0
  for (let after = NONE; ; ) {
    const stored = await client.query<StoredProjection>(select, [after, AT_ONCE, openOnly])
    rows += stored.rows.length
    for (const row of stored.rows) {
      // Of one run after the other: together they may be gigabytes.
      const difference = replayed(row, (await payloadsOf(client, [row])).get(row.run_id))
      if (difference) culprits.push(`${row.run_id} ${difference}`)
    }
    const last = stored.rows.at(-1)
    if (!last || stored.rows.length < AT_ONCE) break
    after = last.run_id
  }
  return { invariant: 9, what: 'shows something else than its history says', rows, culprits }
}

const select = `
select s.run_id, p.seq, s.status, s.phase, s.held, s.pending, s.called_failed, p.current_steps, s.error_code, s.error_step, s.human_wait,
       s.started_at, s.ended_at, p.updated_at, n.seq as snapshot_seq, n.state as snapshot,
       (select string_agg(events, ',' order by l.seq) from run_log l where l.run_id = s.run_id) as log
  from run_state s join run_progress p using (run_id) left join snapshot n using (run_id)
 where s.run_id > $1 and (s.ended_at is null or not $3) order by s.run_id limit $2`

function replayed(row: StoredProjection, payloads: PayloadTexts | undefined): string | null {
  if (row.log === null) return 'has no history'
  try {
    return differenceOf(row, row.log, payloads)
  } catch (error) {
    return `has a history that cannot be replayed: ${String(error)}`
  }
}

function differenceOf(row: StoredProjection, log: string, payloads: PayloadTexts | undefined): string | null {
  const { inline } = openPayloads(payloads)
  const events = (JSON.parse(`[${log}]`) as RunEvent[][]).flat().map(inline)
  const state = fold(initialState(), events)
  if (row.snapshot !== null) {
    const then = fold(
      initialState(),
      events.filter(({ seq }) => seq <= (row.snapshot_seq ?? 0)),
    )
    const stored = fromSnapshot(inline(JSON.parse(row.snapshot) as RunState))
    if (JSON.stringify(then) !== JSON.stringify(stored)) return `has another snapshot at ${row.snapshot_seq}`
  }
  const expectedRow = projectionOf(state, stepsViews)
  const said = JSON.stringify([
    row.seq,
    row.status,
    row.phase,
    row.held,
    row.pending,
    row.called_failed,
    row.current_steps,
    row.error_code,
    row.error_step,
    row.human_wait?.count ?? 0,
    row.started_at?.getTime() ?? null,
    row.ended_at?.getTime() ?? null,
    row.updated_at.getTime(),
  ])
  const expected = JSON.stringify([
    state.seq,
    expectedRow.status,
    expectedRow.phase,
    expectedRow.held,
    expectedRow.pending,
    expectedRow.calledFailed,
    currentSteps(state),
    expectedRow.error?.code ?? null,
    expectedRow.error?.step ?? null,
    expectedRow.humanWait?.count ?? 0,
    expectedRow.startedAt,
    expectedRow.endedAt,
    state.at,
  ])
  return said === expected ? null : `says ${said}, its history ${expected}`
}

interface StoredProjection {
  readonly run_id: string
  readonly seq: number
  readonly status: string
  readonly phase: string
  readonly held: boolean
  readonly pending: boolean
  readonly called_failed: boolean
  readonly current_steps: readonly string[]
  readonly error_code: string | null
  readonly error_step: string | null
  readonly human_wait: { readonly count: number } | null
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly updated_at: Date
  readonly snapshot_seq: number | null
  readonly snapshot: string | null
  readonly log: string | null
}
