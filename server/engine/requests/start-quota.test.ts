import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { publishForTest } from '#proof/testing/publish.ts'
import { localPerson } from '#server/access/actor.ts'
import { countActive } from '#server/limits/count-active.ts'
import { countBytes } from '#server/limits/count-bytes.ts'
import { createOwnerQuota } from '#server/limits/owner-quota.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { createEngineClient, type EngineClient } from './engine-client.ts'

const ACTIVE = 4

let harness: Harness
let client: EngineClient
beforeAll(async () => {
  harness = await createHarness()
  const quota = createOwnerQuota({
    bounds: { activeRuns: ACTIVE, startsPerMinute: 1_000, storedBytes: 1024 ** 3 },
    countActive: (ownerId, most) => countActive(harness.pool, ownerId, most),
    countBytes: (ownerId) => countBytes(harness.pool, ownerId),
    monotonic: () => performance.now(),
  })
  client = createEngineClient(harness.pool, () => harness.pool, quota)
  const asks = {
    workflow_type: 'Asks',
    steps: [{ name: 'Ask', type: 'HUMAN', title: 'Well' }],
  } as unknown as Definition
  for (const owner of ['local', 'other', 'many']) await publishForTest(harness.pool, asks, owner)
  await harness.engine()
})
afterAll(async () => {
  await client.close()
  await harness.close()
})

const start = (ownerId: string, idempotencyKey?: string) =>
  client.starter.start({
    ownerId,
    dataRegion: 'local',
    actor: { id: 'ana', name: 'Ana' },
    workflow: 'Asks',
    input: {},
    idempotencyKey,
  })

it('refuses the starts of an owner at its quota, answers keys that have started a run, and lets another owner start (access 19; ASVS 2.4.1, 15.2.2)', async () => {
  const first = await start('local', 'first')
  for (let more = 1; more < ACTIVE; more++) expect(await start('local')).toMatchObject({ ok: true })
  expect(await start('local')).toMatchObject({ ok: false, code: 'QUOTA', retryAfterSeconds: expect.any(Number) })
  expect(await start('local', 'first')).toMatchObject({ ok: true, created: false, runId: first.ok && first.runId })
  for (let more = 0; more < ACTIVE; more++) expect(await start('other')).toMatchObject({ ok: true })
  const stores = { pool: harness.pool, engine: client } as never
  const asked = requestRun(stores, localPerson, { workflow: 'Asks', input: {} } as never)
  await expect(asked).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
    status: 429,
    retryAfterSeconds: expect.any(Number),
    message: expect.stringContaining('An administrator of the installation can allow more.'),
  })
})

it('counts each variant of a start, and keeps nothing of one that is refused (public run 5)', async () => {
  const stores = { pool: harness.pool, engine: client } as never
  const asked = requestRun(
    stores,
    { ...localPerson, ownerId: 'many' } as never,
    {
      workflow: 'Asks',
      input: {},
      variants: ACTIVE + 1,
    } as never,
  )
  await expect(asked).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
  const { rowCount } = await harness.pool.query(
    `select from definition where owner_id = 'many' and name = '_fabric/fan_out'`,
  )
  expect(rowCount).toBe(0)
})

it('access 19: the count of active runs has the variants of a start, and not the run that starts them (public run 5)', async () => {
  const stores = { pool: harness.pool, engine: client } as never
  const many = { ...localPerson, ownerId: 'many' } as never
  const { runId } = await requestRun(stores, many, { workflow: 'Asks', input: {}, variants: ACTIVE } as never)
  const rows = () => harness.pool.query('select from run where root_run_id = $1', [runId])
  await expect.poll(async () => (await rows()).rowCount).toBe(ACTIVE + 1)
  expect(await countActive(harness.pool, 'many', 100)).toBe(ACTIVE)
})

it('lets the owner start again when a run has ended', async () => {
  if (!(await start('local')).ok) {
    const { rows } = await harness.pool.query<{ id: string }>(
      `select run_id as id from run_state where owner_id = 'local' and ended_at is null limit 1`,
    )
    await harness.send(rows[0]?.id ?? '', { type: 'cancel' } as never)
  }
  await expect.poll(async () => (await start('local')).ok).toBe(true)
})
