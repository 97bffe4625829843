import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

describe('a run with a time limit that an operator holds', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
    const wait = { name: 'W', type: 'SIGNAL', signal: 'go' } as const
    await harness.publish('HeldTimeLimit', [wait, standard('After', 'add_one')], { timeout_seconds: 600 })
  })
  afterAll(() => harness.close())

  const timersOf = async (runId: string) => {
    const text = 'select timer_id from timer where run_id = $1 order by timer_id'
    const { rows } = await harness.pool.query<{ timer_id: string }>(text, [runId])
    return rows.map(({ timer_id }) => timer_id)
  }
  /** As many hours pass as the database can tell: whatever is stored is due. */
  const passHours = (runId: string) =>
    harness.pool.query(`update timer set due_at = due_at - interval '5 hours' where run_id = $1`, [runId])

  it('is not ended by it meanwhile, and has what was left of it afterwards', async () => {
    const runId = await harness.start('HeldTimeLimit', { n: 1 })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await harness.send(runId, { type: 'pause' })).toMatchObject({ ok: true })
    await passHours(runId)
    await poll(
      async () => (await timersOf(runId)).length === 0,
      async () => `timers are left: ${await timersOf(runId)}`,
    )
    expect(await harness.send(runId, { type: 'signal', signal_name: 'go', payload: {} })).toMatchObject({ ok: true })
    await poll(
      async () => (await harness.history(runId)).some(({ type }) => type === 'workflow.node.completed'),
      async () => 'W has not ended',
    )
    const held = await harness.state(runId)
    expect(held).toMatchObject({ outcome: null, hold: { actor: { id: 'local' } }, clock: { running: false } })
    expect(await harness.send(runId, { type: 'resume' })).toMatchObject({ ok: true })
    expect((await harness.until(runId, 'COMPLETED')).data).toEqual({ n: 2 })
    const [set, again] = (await harness.history(runId)).flatMap((event) =>
      event.type === 'workflow.timer.set' && event.payload.purpose === 'run_timeout'
        ? [event.payload.due_at - event.at]
        : [],
    )
    expect(set).toBe(600_000)
    expect(again).toBe(held.clock?.running === false ? held.clock.leftMs : null)
    expect(await harness.violations()).toEqual([])
  })
})
