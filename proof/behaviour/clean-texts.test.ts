import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  await harness.engine()
})
afterAll(() => harness.close())

it('F8: an error that no text column holds says the same in the row and in the history', async () => {
  await harness.publish('Strange', [standard('S', 'throw_unstorable')])
  const run = await harness.start('Strange')
  await harness.until(run, 'FAILED')
  const { rows } = await harness.pool.query(
    'select error_code as code, error_message as message from run_state where run_id = $1',
    [run],
  )
  const failed = (await harness.history(run)).find(({ type }) => type === 'workflow.node.failed')
  expect(rows).toEqual([{ code: 'Nul\ufffdError', message: 'bad \ufffd message \ufffd' }])
  expect(failed?.payload).toMatchObject({ error: rows[0] })
  expect(await harness.violations()).toEqual([])
})
