import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import type { Cursor } from '#server/log/cursor.ts'
import { type LogPage, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { tracing } from './tuning.ts'

/** The end of a run in the log. */
export interface RunEnd {
  readonly runId: string
  readonly seq: number
}

const outcome = /^workflow\.run\.(completed|failed|cancelled)$/

/** The next page of the log: the ends of runs on it, in commit order. */
export async function readEndedRuns(pool: Pool, after: Cursor): Promise<LogPage<RunEnd>> {
  const { answer, end } = await readTransactions(tracing.pageRows, async (rows) => {
    const { rows: answers } = await pool.query<Summary & { readonly ended: readonly Row[] | null }>({
      name: `traced-runs-${rows}`,
      text: `with ${pageOfTransactions({ columns: 'run_id, seq, xid, events', rows })}
       select summary.*,
              (select json_agg(json_build_object('run_id', run_id, 'events', events) order by xid, run_id, seq)
                 from page where events ~ '"workflow\\.run\\.(completed|failed|cancelled)"') as ended
         from summary`,
      values: [after.xid],
    })
    const [found] = answers
    if (!found) throw new Error('The log of runs did not answer.')
    return found
  })
  const ends = (answer.ended ?? []).flatMap(({ run_id: runId, events }) =>
    (JSON.parse(events) as readonly RunEvent[])
      .filter(({ type }) => outcome.test(type))
      .map(({ seq }) => ({ runId, seq })),
  )
  return { ...end, rows: ends }
}

interface Row {
  readonly run_id: string
  readonly events: string
}

/** The history of a run up to an event; empty for a run that was removed. */
export async function readHistoryTo(pool: Pool, { runId, seq }: RunEnd): Promise<readonly RunEvent[]> {
  const { rows } = await pool.query<{ readonly events: string }>(
    'select events from run_log where run_id = $1 and seq <= $2 order by seq',
    [runId, seq],
  )
  return rows.flatMap(({ events }) => JSON.parse(events) as RunEvent[])
}
