import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { readChangedRuns } from './changed-runs.ts'
import { indexLimits } from './index-limits.ts'
import { type SettledRunIndex, startSettledRunIndex } from './index-settled-runs.ts'

let harness: Harness
let settled: SettledRunIndex
const lines: string[] = []

beforeAll(async () => {
  harness = await createHarness()
  settled = startSettledRunIndex(harness.databaseUrl, (line) => lines.push(line))
  await harness.engine({ onSettled: settled.onSettled })
  await harness.publish('Ends', [standard('First', 'add_one')])
  await harness.publish('Lists', [standard('List', 'rows')])
  await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
  await harness.publish('Breaks', [standard('Break', 'fail_for_good')])
})
afterAll(async () => {
  await settled.stop()
  await harness.close()
})

const entry = async (runId: string) =>
  (
    await harness.pool.query<{ seq: number; input: unknown; state: unknown; fingerprint: string | null }>(
      'select seq, input, state, fingerprint from run_search where run_id = $1',
      [runId],
    )
  ).rows[0]

it('makes the entry of a run that ends, so that whoever follows the log has nothing to read', async () => {
  const ended = await harness.start('Ends', { n: 1, order: 'A-17' })
  const { seq } = await harness.until(ended, 'COMPLETED')
  await expect.poll(() => entry(ended)).toMatchObject({ seq, input: { order: 'A-17' }, state: { n: 2 } })
  await expect.poll(async () => (await readChangedRuns(harness.pool)).rows).not.toContain(ended)
})

it('makes it again where a run waits, and where it goes on to its end', async () => {
  const asks = await harness.start('Asks', { who: 'Ada' })
  const { seq } = await harness.until(asks, 'WAITING_HUMAN_INPUT')
  await expect.poll(() => entry(asks)).toMatchObject({ seq, input: { who: 'Ada' } })
  await harness.send(asks, { type: 'resume', input: { answer: 'yes' } })
  await expect.poll(async () => JSON.stringify((await entry(asks))?.state)).toContain('yes')
})

it('knows of a failure what it has in common with others', async () => {
  const failed = await harness.start('Breaks', { n: 1 })
  await expect.poll(async () => (await entry(failed))?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
})

it('leaves a long history to whoever follows the log', async () => {
  const state = await harness.until(await harness.start('Ends', { n: 5 }), 'COMPLETED')
  const runId = state.header.run_id
  await expect.poll(() => entry(runId)).toBeDefined()
  await harness.pool.query('delete from run_search where run_id = $1', [runId])
  settled.onSettled(state, indexLimits.settledCharacters + 1)
  const next = await harness.start('Ends', { n: 6 })
  await expect.poll(() => entry(next)).toBeDefined()
  expect(await entry(runId)).toBeUndefined()
  // A transaction of any database on the server holds the end of the log back.
  await expect.poll(async () => (await readChangedRuns(harness.pool)).rows).toContain(runId)
})

it('leaves a run with values that are kept apart to whoever follows the log', async () => {
  const runId = await harness.start('Lists', { count: 30_000 })
  await harness.until(runId, 'COMPLETED')
  // A later one is there, so this one would be.
  const next = await harness.start('Ends', { n: 4 })
  await expect.poll(() => entry(next)).toBeDefined()
  expect(await entry(runId)).toBeUndefined()
  await expect.poll(async () => (await readChangedRuns(harness.pool)).rows).toContain(runId)
})

it('goes on after the database refused it', async () => {
  await harness.pool.query('alter table run_search rename to away')
  await harness.until(await harness.start('Ends', { n: 7 }), 'COMPLETED')
  await expect.poll(() => lines.join('\n')).toContain('the log is read for missing entries')
  await harness.pool.query('alter table away rename to run_search')
  const next = await harness.start('Ends', { n: 8 })
  await expect.poll(() => entry(next)).toMatchObject({ state: { n: 9 } })
})
