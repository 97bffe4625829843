import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { removeLeftovers } from '#server/operations/retention/remove-leftovers.ts'
import { indexRuns } from '#server/operations/search/index-runs.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { countBytes } from './count-bytes.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  await harness.engine()
  await harness.publish('Asks', [
    standard('First', 'add_one'),
    { name: 'Ask', type: 'HUMAN', title: 'Well?', groups: ['all'] },
  ])
})
afterAll(() => harness.close())

const stored = async () => {
  const { rows } = await harness.pool.query<{ bytes: number }>(
    'select coalesce(sum(octet_length(events)), 0)::int as bytes from run_log',
  )
  return rows[0]?.bytes ?? 0
}
const index = async (...runIds: string[]) => expect(await indexRuns(harness.pool, runIds)).toEqual([])

it('access 19: the stored bytes of an owner are those of its histories and large values, as runs wait, go on and go', async () => {
  const waits = await harness.start('Asks', { n: 1 })
  const ends = await harness.start('Asks', { n: 2, note: 'é'.repeat(1_000) })
  for (const runId of [waits, ends]) await harness.until(runId, 'WAITING_HUMAN_INPUT')
  await index(waits, ends)
  const first = await stored()
  expect(first).toBeGreaterThan(3_000)
  expect(await countBytes(harness.pool, 'local')).toBe(first)
  expect(await countBytes(harness.pool, 'other')).toBe(0)

  await harness.send(ends, { type: 'cancel' } as never)
  await harness.until(ends, 'CANCELLED')
  await index(ends)
  await index(ends)
  expect(await stored()).toBeGreaterThan(first)
  expect(await countBytes(harness.pool, 'local')).toBe(await stored())

  await harness.pool.query(
    `insert into payload (owner_id, sha256, bytes, value) values ('local', 'a', 500, '1'), ('other', 'a', 7, '1')`,
  )
  expect(await countBytes(harness.pool, 'local')).toBe((await stored()) + 500)
  expect(await countBytes(harness.pool, 'other')).toBe(7)
  await harness.pool.query(
    'with log as (delete from run_log where run_id = $1) delete from run_search where run_id = $1',
    [ends],
  )
  expect(await countBytes(harness.pool, 'local')).toBe((await stored()) + 500)
})

it('measures the entries of an earlier version with the removal of leftovers', async () => {
  const before = await countBytes(harness.pool, 'local')
  await harness.pool.query('update run_search set bytes = null')
  await inTransaction(harness.pool, (client) => removeLeftovers(client, 100))
  expect(await countBytes(harness.pool, 'local')).toBe(before)
})
