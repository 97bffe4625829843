import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Concurrency } from '#core/definition/concurrency.ts'
import { signal, transform } from '#core/run/testing/steps.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'

let at: Harness
beforeAll(async () => {
  at = await createHarness()
  // Two engines: the slots are counted in the database, not by one of them.
  await at.engine()
  await at.engine()
})
afterAll(() => at.close())

const hold = signal('Hold', 'go')
const go = (runId: string) => at.send(runId, { type: 'signal', signal_name: 'go', payload: {} })
const key = 'input.customer'

async function publish(name: string, concurrency: Concurrency) {
  await at.publish(name, [hold, transform('Done', { done: 'true' })], { concurrency })
  return (customer = 'acme') => at.start(name, { customer })
}

const phaseOf = async (runId: string) => {
  const { rows } = await at.pool.query<{ phase: string }>('select phase from run_state where run_id = $1', [runId])
  return rows[0]?.phase ?? 'none'
}

const inPhase = (runId: string, phase: string) =>
  poll(
    async () => (await phaseOf(runId)) === phase,
    async () => `${runId} is ${await phaseOf(runId)}, not ${phase}`,
  )

const refusals = async (runId: string) =>
  (await at.history(runId)).filter(
    (event) => event.type === 'workflow.phase.changed' && event.payload.event === 'Unlock',
  )

/** Waits until the run has been told that the limit is reached. */
const isRefused = (runId: string) =>
  poll(
    async () => (await refusals(runId)).length > 0,
    async () => `${runId} was not refused`,
  )

const working = async (runIds: readonly string[]) => {
  const phases = await Promise.all(runIds.map(phaseOf))
  return runIds.filter((_, index) => phases[index] === 'RUNNING')
}

describe('runs of a workflow with a limit, on two engines', () => {
  test('work at most so many at a time for each key, and all of them in the end', async () => {
    const start = await publish('Limited', { key, limit: 2 })
    const runIds = await Promise.all(Array.from({ length: 6 }, () => start()))
    const other = await start('other')
    await inPhase(other, 'RUNNING')
    const left = new Set(runIds)
    while (left.size > 0) {
      await poll(
        async () => (await working(runIds)).length === Math.min(2, left.size),
        async () => `${(await working(runIds)).length} runs work, ${left.size} are left`,
      )
      const [first] = await working(runIds)
      await go(first as string)
      await inPhase(first as string, 'COMPLETED_ACK')
      left.delete(first as string)
    }
    await go(other)
    await inPhase(other, 'COMPLETED_ACK')
    // A wait is told once, whatever the number of turns.
    for (const runId of runIds) expect((await refusals(runId)).length).toBeLessThanOrEqual(1)
    expect((await at.pool.query('select from resource_lock union all select from lock_request')).rows).toEqual([])
  })

  test('are skipped where the workflow says so: CANCELLED with the reason, before the first step', async () => {
    const start = await publish('Skipped', { key, limit: 1, when_full: 'skip' })
    const first = await start()
    await inPhase(first, 'RUNNING')
    const second = await start()
    const { outcome } = await at.until(second, 'CANCELLED')
    expect(outcome?.error).toEqual({
      code: 'CONCURRENCY_FULL',
      message: `Skipped by concurrency key acme: run ${first} has it`,
    })
    expect((await at.history(second)).some(({ type }) => type === 'workflow.run.started')).toBe(false)
    await go(first)
    await inPhase(first, 'COMPLETED_ACK')
    const third = await start()
    await inPhase(third, 'RUNNING')
    await go(third)
  })

  test('take the place of the oldest where the workflow says so, which is cancelled with the reason', async () => {
    const start = await publish('Newest', { key, limit: 1, when_full: 'cancel_oldest' })
    const first = await start()
    await inPhase(first, 'RUNNING')
    const second = await start()
    const { outcome } = await at.until(first, 'CANCELLED')
    expect(outcome?.reason).toBe(`Run ${second} takes its place (concurrency key acme)`)
    await inPhase(second, 'RUNNING')
    await go(second)
    await inPhase(second, 'COMPLETED_ACK')
  })

  test('give their place in the queue up when they are cancelled while they wait', async () => {
    const start = await publish('Queued', { limit: 1 })
    const first = await start()
    await inPhase(first, 'RUNNING')
    const second = await start()
    await isRefused(second)
    const third = await start()
    await isRefused(third)
    await at.send(second, { type: 'cancel' })
    await at.until(second, 'CANCELLED')
    await go(first)
    await inPhase(third, 'RUNNING')
    await go(third)
    await inPhase(third, 'COMPLETED_ACK')
  })

  test('break no invariant', async () => {
    expect(await at.openViolations()).toEqual([])
  })
})
