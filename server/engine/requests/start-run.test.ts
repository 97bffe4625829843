import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { publishForTest } from '#proof/testing/publish.ts'

const local = { ownerId: 'local', dataRegion: 'local', actor: { id: 'local' } }

describe('starting a run', () => {
  let h: Harness
  beforeAll(async () => {
    h = await createHarness()
  })
  afterAll(() => h.close())

  const versionOf = async (runId: string) => {
    const { rows } = await h.pool.query<{ version: number }>('select version from run where id = $1', [runId])
    return rows[0]?.version
  }
  const transform = { name: 'done', type: 'TRANSFORM', set: { done: 'true' } } as const

  it('takes the version that is the latest now, though another one was a moment ago', async () => {
    await h.publish('Renewed', [transform])
    expect(await versionOf(await h.start('Renewed'))).toBe(1)
    await h.publish('Renewed', [transform])
    expect(await versionOf(await h.start('Renewed'))).toBe(2)
  })

  it('checks the input against the schema of the version that it takes', async () => {
    const needs = (key: string) => ({ input_schema: { type: 'object', required: [key] } })
    await h.publish('Stricter', [transform], needs('old'))
    expect((await h.client.starter.start({ ...local, workflow: 'Stricter', input: { old: 1 } })).ok).toBe(true)
    await h.publish('Stricter', [transform], needs('young'))
    expect(await h.client.starter.start({ ...local, workflow: 'Stricter', input: { old: 1 } })).toMatchObject({
      code: 'INVALID_INPUT',
    })
    const started = await h.client.starter.start({ ...local, workflow: 'Stricter', input: { young: 1 } })
    expect(started.ok && (await versionOf(started.runId))).toBe(2)
  })

  it('refuses a workflow that was archived a moment ago, in whatever version', async () => {
    await h.publish('Retired', [transform])
    await h.start('Retired')
    await h.pool.query(`update workflow set archived_at = now() where name = 'Retired'`)
    const request = { ...local, workflow: 'Retired', input: {} }
    expect(await h.client.starter.start(request)).toEqual({ ok: false, code: 'ARCHIVED' })
    expect(await h.client.starter.start({ ...request, version: 1 })).toEqual({ ok: false, code: 'ARCHIVED' })
  })

  it('starts one run for a key, whatever has been published between', async () => {
    await h.publish('Keyed', [transform])
    const first = await h.start('Keyed', {}, { idempotencyKey: 'k' })
    await h.publish('Keyed', [transform])
    expect(await h.start('Keyed', {}, { idempotencyKey: 'k' })).toBe(first)
  })

  it('puts a run in front of all that another owner has in a queue that is far behind', async () => {
    await h.publish('Many', [transform])
    await publishForTest(
      h.pool,
      { workflow_type: 'Few', saga_enabled: false, fail_fast: true, timeout_includes_waits: false, steps: [transform] },
      'few',
    )
    for (let run = 0; run < 5; run += 1) await h.start('Many')
    // As if it had waited for an hour, each a second apart: the clocks may differ by some milliseconds.
    await h.pool.query(`
      update ready set position = position - 3600000000 + 1000000 * place
        from (select run_id as id, row_number() over (order by position, run_id) as place from ready) r where id = run_id`)
    const queue = async () => {
      const { rows } = await h.pool.query<{ run_id: string }>('select run_id from ready order by position, run_id desc')
      return rows.map((row) => row.run_id)
    }
    const before = await queue()
    const other = await h.start('Few', {}, { ownerId: 'few' })
    expect((await queue()).indexOf(other)).toBeLessThanOrEqual(1)
    const next = await h.start('Few', {}, { ownerId: 'few' })
    const places = await queue()
    expect(places.slice(0, 3)).toEqual(expect.arrayContaining([other, next]))
    const later = await h.start('Many')
    expect((await queue()).filter((runId) => runId !== other && runId !== next)).toEqual([...before, later])
  })

  it('refuses an archived workflow, though it ran a moment ago', async () => {
    await h.publish('Shelved', [transform])
    await h.start('Shelved')
    await h.pool.query(`update workflow set archived_at = clock_timestamp() where name = 'Shelved'`)
    for (const version of [undefined, 1]) {
      expect(await h.client.starter.start({ ...local, workflow: 'Shelved', version, input: {} })).toEqual({
        ok: false,
        code: 'ARCHIVED',
      })
    }
  })
})
