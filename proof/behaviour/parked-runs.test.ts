import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  await harness.publish('Quick', [standard('Next', 'add_one')])
})
afterAll(() => harness.close())

it('a run that cannot be taken up holds up no other, and goes on with an engine that can', async () => {
  await harness.publish('Unknown', [standard('Next', 'add_one')])
  const { rows } = await harness.pool.query<{ compiled: object }>(
    `select compiled from definition where name = 'Unknown'`,
  )
  const compile = (compiled: object | undefined) =>
    harness.pool.query(`update definition set compiled = $1 where name = 'Unknown'`, [JSON.stringify(compiled)])
  const fresh = await harness.start('Unknown')
  const told = await harness.start('Unknown')
  await harness.send(told, { type: 'pause' }, randomUUID(), 0)
  await compile({})
  const engine = await harness.engine()
  const quick = await harness.start('Quick')
  await harness.until(quick, 'COMPLETED')
  for (const runId of [fresh, told]) {
    await poll(
      async () => harness.lines.some((line) => line.startsWith(`run ${runId} cannot be taken up`)),
      async () => harness.lines.join('\n'),
    )
  }
  await engine.stop()

  await compile(rows[0]?.compiled)
  await harness.engine()
  await harness.until(fresh, 'COMPLETED')
  await poll(
    async () => (await harness.state(told)).hold !== null,
    async () => harness.lines.join('\n'),
  )
  await harness.send(told, { type: 'resume' })
  await harness.until(told, 'COMPLETED')
  expect(await harness.violations()).toEqual([])
})
