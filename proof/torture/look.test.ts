import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../testing/harness.ts'
import { lookAt, whatOpenRunsWaitFor } from './look.ts'

describe('a look at the runs of a torture', () => {
  let h: Harness
  beforeAll(async () => {
    h = await createHarness()
    await h.publish('Asking', [{ name: 'Permit', type: 'HUMAN', title: 'May I?', assignees: [], groups: ['all'] }])
  })
  afterAll(() => h.close())

  it('says what each open run waits for, and where it is', async () => {
    const before = await lookAt(h.pool)
    const runId = await h.start('Asking')
    expect(await whatOpenRunsWaitFor(h.pool)).toEqual([
      expect.stringMatching(new RegExp(`^Asking ${runId}: Waiting for an engine for .*\\. \\[in the ready queue\\]$`)),
    ])
    expect(await lookAt(h.pool)).toMatchObject({ open: before.open + 1, engines: 0 })

    const engine = await h.engine()
    await h.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await whatOpenRunsWaitFor(h.pool)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Asking ${runId}: Waiting for the group all to decide May I\\?, open for .*\\. \\[held by no engine, not in the ready queue\\]$`,
        ),
      ),
    ])
    const waiting = await lookAt(h.pool)
    expect(waiting.engines).toBe(1)

    await h.send(runId, { type: 'resume', input: { approved: true } })
    await h.until(runId, 'COMPLETED')
    expect(await whatOpenRunsWaitFor(h.pool)).toEqual([])
    const ended = await lookAt(h.pool)
    expect(ended.open).toBe(0)
    expect(ended.events).toBeGreaterThan(waiting.events)
    await engine.stop()
  })

  it('names the engine that holds a run, and when its lease expired', async () => {
    const runId = await h.start('Asking')
    await h.pool.query(
      `insert into engine (id, epoch, pid, host, lease_expires_at)
       values ('dead', 1, 1, 'elsewhere', clock_timestamp() - interval '5 s')`,
    )
    await h.pool.query(`delete from ready where run_id = $1`, [runId])
    await h.pool.query(`update run_state set engine_id = 'dead' where run_id = $1`, [runId])
    expect(await whatOpenRunsWaitFor(h.pool)).toEqual([
      expect.stringMatching(/\[held by engine dead, whose lease expired \d+\.\d s ago\]$/),
    ])
  })
})
