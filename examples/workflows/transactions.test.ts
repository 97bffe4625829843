import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { Phase } from '#core/run/statuses.ts'
import { publishTexts } from '#proof/testing/publish.ts'
import { runExamples } from '../testing/run-examples.ts'

describe('the shipped workflow with an envelope', () => {
  let examples: Awaited<ReturnType<typeof runExamples>>
  beforeAll(async () => {
    examples = await runExamples((_request, response) => response.writeHead(500).end())
    for (const file of ['network-change', 'account-transfers']) {
      await publishTexts(examples.pool, join(import.meta.dirname, `${file}.yaml`))
    }
  })
  afterAll(() => examples.close())

  const phases = async (runId: string): Promise<readonly Phase[]> =>
    (await examples.history(runId)).flatMap((event) =>
      event.type === 'workflow.phase.changed' ? [event.payload.to] : [],
    )
  const inPhase = (runId: string, phase: Phase) =>
    expect.poll(async () => (await examples.state(runId)).phase, { interval: 50 }).toBe(phase)

  describe('NetworkChange', () => {
    const start = async (devices: readonly string[]) => {
      const input = { change: 'CHG-7', site: 'zurich', firmware: '17', window_start: '2026-01-05T22:00:00Z' }
      return examples.start('NetworkChange', { ...input, devices: [...devices] })
    }
    const approve = (runId: string, payload: Json = {}) =>
      examples.send(runId, { type: 'signal', signal_name: 'change-approved-CHG-7', payload })

    it('waits for the approval, locks the devices it has discovered, and completes', async () => {
      const runId = await start(['sw-1', 'sw-2'])
      await inPhase(runId, 'BLOCKED_WAITING')
      await approve(runId)
      const state = await examples.until(runId, 'COMPLETED')
      expect(state.data).toMatchObject({ verified: true, upgraded: ['sw-1', 'sw-2'] })
      expect(state.envelope?.resources).toEqual(['device:sw-1', 'device:sw-2', 'site:zurich'])
      expect(state.envelope?.shared).toEqual(['site:zurich'])
      await inPhase(runId, 'COMPLETED_ACK')
    })

    it('is refused by its own checks, with all reasons', async () => {
      const runId = await start([])
      await inPhase(runId, 'FAILED_SAFE_ACK')
      expect(await phases(runId)).toEqual(['FAILED_SAFE', 'FAILED_SAFE_ACK'])
    })

    it('restores a device that does not come back, and ends safe', async () => {
      const runId = await start(['sw-broken'])
      await inPhase(runId, 'BLOCKED_WAITING')
      await approve(runId)
      await inPhase(runId, 'FAILED_SAFE_ACK')
      expect((await phases(runId)).slice(-4)).toEqual(['ERROR', 'ROLLBACK', 'FAILED_SAFE', 'FAILED_SAFE_ACK'])
    })

    it('ends unsafe where nothing can be restored, keeps its locks, and is repaired by hand', async () => {
      const runId = await start(['sw-dead'])
      await inPhase(runId, 'BLOCKED_WAITING')
      await approve(runId)
      await inPhase(runId, 'FAILED_UNSAFE')
      const { rows } = await examples.pool.query('select quarantined from resource_lock where run_id = $1', [runId])
      expect(rows).toEqual([{ quarantined: true }, { quarantined: true }])
      const resolved = [{ step: 'Upgrade', note: 'Swapped sw-dead for a spare.' }]
      expect(await examples.send(runId, { type: 'rollback', resolved })).toMatchObject({ ok: true })
      await inPhase(runId, 'FAILED_SAFE_ACK')
    })
  })

  it('AccountTransfers: two transfers over one account wait for each other, and both complete', async () => {
    const transfers = [
      { from: 'shared', to: 'rent', amount: 900 },
      { from: 'shared', to: 'savings', amount: 250 },
    ]
    const runId = await examples.start('AccountTransfers', { transfers, clearing_seconds: 0.3 })
    await examples.until(runId, 'COMPLETED')
    const [, ...children] = await examples.family(runId)
    expect(children.map(({ is }) => is)).toEqual(['AccountTransfer COMPLETED', 'AccountTransfer COMPLETED'])
    const locked = await Promise.all(children.map(async ({ id }) => (await examples.history(id)).flatMap(lockTimes)))
    const [first, second] = locked.toSorted((a, b) => Number(a[0]) - Number(b[0]))
    expect(Number(second?.[0])).toBeGreaterThanOrEqual(Number(first?.at(-1)))
    const refused = await Promise.all(children.map(({ id }) => phases(id)))
    expect(refused.flat().filter((phase) => phase === 'SCHEDULED').length).toBe(3)
  })
})

/** The instants at which a run has got its locks and has ended. */
function lockTimes(event: { readonly type: string; readonly at: number; readonly payload: unknown }): readonly number[] {
  const { to } = event.payload as { readonly to?: Phase }
  const isBound = event.type === 'workflow.phase.changed' && (to === 'LOCKED' || to === 'COMPLETED')
  return isBound ? [event.at] : []
}
