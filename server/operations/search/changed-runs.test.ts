import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { cursorBefore } from '#server/log/cursor.ts'
import { readChangedRuns } from './changed-runs.ts'
import { indexLimits } from './index-limits.ts'

const { pageRows } = indexLimits

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

/** Writes that many first rows of runs of their own as this transaction. */
const write = (xid: number, rows: number) =>
  harness.pool.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, xid)
     select gen_random_uuid(), 1, 0, gen_random_uuid(), '[]', 1, '{}', $1 from generate_series(1, $2)`,
    [xid, rows],
  )

it('meets every run, page by page, also where one transaction is longer than a page', async () => {
  for (let xid = 1; xid <= 30; xid += 1) await write(xid, 40)
  await write(31, 2 * pageRows + 7)
  await write(32, 1)
  const met: string[] = []
  const pages: number[] = []
  let cursor = cursorBefore('0')
  for (let more = true; more; ) {
    const page = await readChangedRuns(harness.pool, cursor)
    met.push(...page.rows)
    pages.push(page.rows.length)
    ;({ next: cursor, more } = page)
  }
  const all = 30 * 40 + 2 * pageRows + 8
  expect(new Set(met).size).toBe(all)
  expect(pages).toEqual([30 * 40, 2 * pageRows + 8])
  expect((await readChangedRuns(harness.pool, cursor)).rows).toEqual([])
})

it('reads nothing from a given transaction on, and never goes back', async () => {
  const early = await readChangedRuns(harness.pool, cursorBefore('0'), '3')
  expect(early).toMatchObject({ next: cursorBefore('3'), more: false })
  expect(early.rows).toHaveLength(80)
  expect(await readChangedRuns(harness.pool, cursorBefore('5'), '3')).toMatchObject({
    rows: [],
    next: cursorBefore('5'),
    more: false,
  })
})

it('leaves out runs whose entry says as much', async () => {
  const { rows } = await readChangedRuns(harness.pool, cursorBefore('1'), '2')
  const [known, behind] = rows
  await harness.pool.query(
    `insert into run_search (run_id, owner_id, seq, numbers) values ($1, 'local', 1, 1), ($2, 'local', 0, 1)`,
    [known, behind],
  )
  expect((await readChangedRuns(harness.pool, cursorBefore('1'), '2')).rows).toEqual(rows.slice(1))
})
