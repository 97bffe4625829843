import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { payloadRefOf } from '#core/run/payload/payload-ref.ts'
import { readRunState } from '#server/engine/requests/read-run.ts'
import { createHarness, type Harness, standard } from '../testing/harness.ts'

const ask = { name: 'Ask', type: 'HUMAN', title: 'Go on?', groups: ['all'] } as const

/** Values of more than `limits.run.inlineCharacters`, which lie beside the log. */
describe('large values in an engine', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
    await harness.publish('Rows', [
      standard('Fetch', 'rows'),
      ask,
      { name: 'Count', type: 'TRANSFORM', set: { counted: 'size(state.rows)' } },
      standard('Last', 'last_row', { with: { rows: '{{ steps.Fetch.output.rows }}' } }),
    ])
  })
  afterAll(() => harness.close())

  const bytesOf = async (table: string, column: string, runId: string) => {
    const { rows } = await harness.pool.query<{ bytes: number }>(
      `select coalesce(sum(octet_length(${column})), 0)::int as bytes from ${table} where run_id = $1`,
      [runId],
    )
    return rows[0]?.bytes ?? 0
  }
  const payloads = async (runId: string) => {
    const { rows } = await harness.pool.query<{ bytes: number; value: string }>(
      `select p.bytes, p.value from payload_use join payload p using (owner_id, sha256) where run_id = $1`,
      [runId],
    )
    return rows
  }

  it('are kept once, and come to other steps, expressions and engines whole', async () => {
    const runId = await harness.start('Rows', { count: 30_000 })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await bytesOf('run_log', 'events', runId)).toBeLessThan(10_000)
    const [rows, other] = await payloads(runId)
    expect(other).toBeUndefined()
    expect(rows?.bytes).toBeGreaterThan(900_000)
    expect(rows?.bytes).toBe(Buffer.byteLength(rows?.value ?? ''))

    const shown = await readRunState(harness.pool, runId, 'refs')
    expect(payloadRefOf(shown?.data.rows)).toEqual({ sha256: expect.any(String), bytes: rows?.bytes })

    // The next engine to claim the run reads it from the database.
    await harness.send(runId, { type: 'resume', input: {} })
    const { data } = await harness.until(runId, 'COMPLETED')
    expect(data).toMatchObject({ counted: 30_000, last: { id: 29_999 } })
    expect(data.rows).toHaveLength(30_000)
    expect(await payloads(runId)).toHaveLength(1)
    expect(await bytesOf('run_log', 'events', runId)).toBeLessThan(20_000)
    expect(await harness.violations()).toEqual([])
  })

  it('are given to a sub-workflow and back', async () => {
    await harness.publish('Inner', [standard('Last', 'last_row', { with: { rows: '{{ input.rows }}' } })])
    await harness.publish('Outer', [
      standard('Fetch', 'rows'),
      { name: 'Down', type: 'SUB_WORKFLOW', sub_workflow_type: 'Inner', input: { rows: '{{ state.rows }}' } },
    ])
    const runId = await harness.start('Outer', { count: 30_000 })
    const { outputs } = await harness.until(runId, 'COMPLETED')
    expect(outputs.Down).toMatchObject({ output: { last: { id: 29_999 } } })
    expect(await harness.violations()).toEqual([])
  })

  it('are in the snapshots of a long run as what they are', async () => {
    const rounds = { mode: 'WHILE', while_condition: 'state.n < 260', max_iterations: 1_000 } as const
    await harness.publish('Long', [
      standard('Fetch', 'rows'),
      { name: 'Rounds', type: 'LOOP', ...rounds, loop_body: [standard('One', 'add_one')] },
      ask,
      standard('Last', 'last_row', { with: { rows: '{{ state.rows }}' } }),
    ] as never)
    const runId = await harness.start('Long', { count: 30_000, n: 0 })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await bytesOf('snapshot', 'state', runId)).toBeGreaterThan(0)
    expect(await bytesOf('snapshot', 'state', runId)).toBeLessThan(200_000)
    await harness.send(runId, { type: 'resume', input: {} })
    expect((await harness.until(runId, 'COMPLETED')).data.last).toEqual({ id: 29_999, name: 'row 29999' })
    expect(await harness.violations()).toEqual([])
  })

  it('are read by whoever leaves them apart, also where they are large only together', async () => {
    const half = Math.ceil(limits.run.inlineCharacters * 0.6)
    await harness.publish('Together', [standard('Both', 'two_texts'), ask, standard('Last', 'add_one')])
    const runId = await harness.start('Together', { characters: half, n: 1 })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await bytesOf('run_log', 'events', runId)).toBeLessThan(limits.run.inlineCharacters)
    const shown = await readRunState(harness.pool, runId, 'refs')
    expect(Object.keys(shown?.data ?? {}).sort()).toEqual(['characters', 'n', 'one', 'two'])
    const whole = await readRunState(harness.pool, runId, 'whole')
    expect(whole?.data).toMatchObject({ one: '1'.repeat(half), two: '2'.repeat(half) })
    await harness.send(runId, { type: 'resume', input: {} })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ n: 2, two: '2'.repeat(half) })
    expect(await harness.violations()).toEqual([])
  })
})
