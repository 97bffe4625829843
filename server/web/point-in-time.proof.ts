import { expect, it } from 'vitest'
import { createHarness, poll, standard } from '#proof/testing/harness.ts'
import { startArchivedServer } from '../db/testing/archived-server.ts'

const RUNS = 20
const STEPS = 12

/** Starts of one batch, by their keys: a caller may send each again. */
const keysOf = (batch: string) => Array.from({ length: RUNS }, (_, index) => `${batch} ${index}`)

it('fleet: after a restore to a point in time, engines of the database before give up their runs, and every run there is ends', async () => {
  const server = await startArchivedServer()
  const harness = await createHarness(server)
  await harness.publish(
    'Long',
    Array.from({ length: STEPS }, (_, index) => standard(`Step ${index}`, 'slowly')),
  )
  for (let count = 0; count < 2; count += 1) await harness.engine()
  const start = (key: string) => harness.start('Long', { ms: 60 }, { idempotencyKey: key })
  const startAll = (batch: string) => Promise.all(keysOf(batch).map(start))
  const logged = async () => {
    const { rows } = await harness.pool.query<{ events: number }>(
      'select coalesce(sum(last_seq - seq + 1), 0)::int as events from run_log',
    )
    return rows[0]?.events ?? 0
  }
  const until = (events: number) =>
    poll(
      async () => (await logged()) >= events,
      async () => harness.lines.join('\n'),
    )

  await startAll('before the copy')
  await until(RUNS * 5)
  await server.copy()
  const between = await startAll('behind the copy')
  await until(RUNS * 16)
  const instant = await server.instant()
  const atInstant = await logged()
  const lost = await startAll('behind the instant')
  await until(atInstant + RUNS * 6)
  await server.restoreTo(instant)
  await poll(
    () =>
      logged().then(
        (events) => events > 0,
        () => false,
      ),
    async () => 'The database does not come back.',
  )

  const again = await startAll('behind the copy')
  expect(again, 'starts before the instant are there').toEqual(between)
  const anew = await startAll('behind the instant')
  expect(
    anew.filter((runId) => lost.includes(runId)),
    'later starts are lost, and may be sent again',
  ).toEqual([])
  const runIds = [...(await startAll('before the copy')), ...again, ...anew]
  for (const runId of runIds) await harness.until(runId, 'COMPLETED')
  const { rowCount } = await harness.pool.query('select from run')
  expect(rowCount).toBe(3 * RUNS)
  expect(harness.lines.filter((line) => line.includes('gone on without what it had'))).toHaveLength(2)
  expect(await harness.violations()).toEqual([])
  await harness.close()
})
