import type { Pool } from 'pg'
import { type Cursor, cursorBefore } from '#server/log/cursor.ts'
import { type LogPage, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { indexLimits } from './index-limits.ts'

/** A page of the log as the ids of the runs worth indexing. */
export interface ChangedRuns extends LogPage<string> {
  /** No running transaction is below this number, so no further row appears there. */
  readonly present: string
}

const query = `
with ${pageOfTransactions({ columns: 'xid, run_id, seq', rows: '$3::int', until: '$2' })},
runs as (select run_id, min(seq) = 1 as begins, max(seq) as seq from page group by run_id)
select present.xmin as present, summary.*,
       array(select r.run_id::text from runs r
              where not exists (select from run_search e where e.run_id = any(array[r.run_id]) and e.seq >= r.seq and e.numbers > 0)
                and (r.begins
                     or exists (select from run_state s
                                 where s.run_id = any(array[r.run_id]) and (s.status <> 'ACTIVE' or s.held))
                     or exists (select from run_search e where e.run_id = any(array[r.run_id]) and e.counted is not null))
             ) as worth
  from present cross join summary`

/**
 * The runs in the next page of the log that are worth indexing and whose index entry is older than that page: runs that
 * begin there, runs that have settled, and runs that have begun again after they were counted as ended. An active run
 * writes again before it settles, and is found then. Rows from transaction `until` on are not read.
 */
export async function readChangedRuns(
  pool: Pool,
  after: Cursor = cursorBefore('0'),
  until: string | null = null,
): Promise<ChangedRuns> {
  const { answer, end } = await readTransactions(indexLimits.pageRows, async (rows) => {
    const { rows: answers } = await pool.query<Summary & { present: string; worth: readonly string[] }>({
      name: 'changed-runs',
      text: query,
      values: [after.xid, until, rows],
    })
    const [found] = answers
    if (!found) throw new Error('The log of runs did not answer.')
    return found
  })
  return { rows: answer.worth, present: answer.present, ...end }
}
