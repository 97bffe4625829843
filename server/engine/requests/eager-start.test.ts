import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { eagerRun } from '../commit/eager-run.ts'
import { beginning } from '../commit/new-run.ts'
import type { EngineIdentity } from '../ports.ts'
import { startEagerly } from '../store/eager-start.ts'
import { createPostgresStore } from '../store/postgres-store.ts'

describe('a run that starts while nothing else does', () => {
  let h: Harness
  let engine: EngineIdentity
  beforeAll(async () => {
    h = await createHarness()
    engine = (await h.engine()).identity
    await h.publish('Calls', [standard('First', 'addOne'), standard('Second', 'addOne')])
  })
  afterAll(() => h.close())

  const firstRowOf = async (runId: string) => {
    const { rows } = await h.pool.query<{ epoch: number; last_seq: number; types: readonly string[] }>(
      `select engine_epoch::float8 as epoch, last_seq,
              (select array_agg(e->>'type') from json_array_elements(events::json) e) as types
         from run_log where run_id = $1 and seq = 1`,
      [runId],
    )
    return rows[0]
  }
  const types = ['workflow.run.created', 'workflow.run.queued']
  const begun = ['workflow.run.promoted', 'workflow.run.started', 'workflow.node.started']

  it('is written together with its owner and its first call, and done', async () => {
    const runId = await h.start('Calls')
    expect(await firstRowOf(runId)).toMatchObject({ epoch: engine.epoch, types: [...types, ...begun] })
    await h.until(runId, 'COMPLETED')
  })

  it('goes into the queue when it begins with something else than calls', async () => {
    await h.publish('Asks', [{ name: 'Ask', type: 'HUMAN', assignees: ['ana'] } as never])
    const runId = await h.start('Asks')
    expect(await firstRowOf(runId)).toMatchObject({ epoch: 0, types })
    await h.until(runId, 'WAITING_HUMAN_INPUT')
  })

  it('goes into the queue when its input is too long for a hint', async () => {
    const runId = await h.start('Calls', { text: 'x'.repeat(8_000) })
    expect(await firstRowOf(runId)).toMatchObject({ epoch: 0, types })
    await h.until(runId, 'COMPLETED')
  })

  const begunAs = async (owner: EngineIdentity, runId: string) => {
    const found = await h.client.definitions.latest('local', 'Calls')
    if (!found) throw new Error('There is no such workflow.')
    const now = Date.now()
    const header = {
      ...{ run_id: runId, root_run_id: runId, workflow: 'Calls', version: found.version, hash: found.hash, input: {} },
      ...{ drive: 'auto' as const, saga: false, fail_fast: true, tags: [], priority: 0, depth: 0 },
      ...{ owner_id: 'local', data_region: 'local', actor: { id: 'local' } },
    }
    const world = { clock: { now: () => now }, ids: { runId: uuidv7, random: Math.random } }
    const context = { now, appendId: randomUUID(), idempotencyKey: null }
    const eager = eagerRun(owner, beginning(header, { now }), found.decider, world, context)
    if (!eager) throw new Error('It begins with something else than calls.')
    return eager
  }

  it('is found by its engine though no hint came', async () => {
    const runId = uuidv7()
    expect(await startEagerly(h.pool, await begunAs(engine, runId), null, 'latest')).toBe(true)
    await h.until(runId, 'COMPLETED')
    const events = await h.history(runId)
    expect(events.map(({ type }) => type)).not.toContain('workflow.run.owned')
  })

  it('is taken up by another engine when its own has gone', async () => {
    const store = createPostgresStore(h.databaseUrl)
    const gone = await store.register('elsewhere', 0, 60_000, true)
    const runId = uuidv7()
    expect(await startEagerly(h.pool, await begunAs(gone, runId), null, 'latest')).toBe(true)
    await store.unregister(gone)
    await store.close()
    await h.until(runId, 'COMPLETED')
    const events = await h.history(runId)
    expect(events.map(({ type }) => type)).toContain('workflow.run.owned')
  })

  it('leaves nothing behind', async () => {
    expect(await h.violations(false)).toEqual([])
  })
})
