import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findViolations } from '#proof/testing/invariants.ts'
import type { RunBudget } from '#server/run-budget.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

const functions = `
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
/** Executes until its file is there. */
export async function hold(state, context) {
  while (!existsSync(context.input.until)) await pause(5)
  return {}
}
`
const holds = `workflow_type: Holds
steps:
  - name: Work
    function: t.hold
`
const asks = `workflow_type: Asks
steps:
  - name: Ask
    type: HUMAN
    title: May I?
  - name: Work
    function: t.hold
`
const parent = `workflow_type: Parent
steps:
  - name: Below
    type: SUB_WORKFLOW
    sub_workflow_type: Holds
`

interface Run {
  readonly run_id: string
  readonly status: string
  readonly state: { readonly phase: string }
  readonly outputs: readonly { readonly run_id: string | null; readonly status: string }[]
  readonly error: { readonly code: string; readonly message: string } | null
}

/** An installation under a budget, and the runs of a test, each of which executes until it is told to end. */
class Bounded {
  readonly api: TestApi
  readonly #folder: string
  #ends = 0

  constructor(api: TestApi, folder: string) {
    this.api = api
    this.#folder = folder
  }

  /** Starts a run; `end` lets its steps, and those of its variants, end. */
  async start(workflow = 'Holds', more: object = {}) {
    this.#ends += 1
    const until = join(this.#folder, String(this.#ends))
    const response = await this.api.post(`/v1/workflows/run?name=${workflow}`, { input: { until }, ...more })
    expect(response.status).toBe(201)
    const { run_id: id } = (await response.json()) as Run
    return { id, end: () => writeFile(until, '') }
  }

  async get(id: string): Promise<Run> {
    return (await (await this.api.fetch(`/v1/workflow-runs/${id}`)).json()) as Run
  }

  until(id: string, status: string): Promise<Run> {
    return eventually(async () => {
      const run = await this.get(id)
      return run.status === status ? run : undefined
    })
  }

  /** The kinds of the run's domain events, up to its end. */
  async kinds(id: string): Promise<readonly string[]> {
    const text = await (await this.api.fetch(`/v1/workflow-runs/${id}/events`)).text()
    return [...text.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind as string)
  }

  async slots(): Promise<number> {
    const { rows } = await this.api.services.stores.pool.query('select run_id from run_slot')
    return rows.length
  }

  /** A claim has looked at the queue since: whatever could begin has begun. */
  async claimed(): Promise<void> {
    const { id, end } = await this.start('Asks')
    await end()
    await this.api.post(`/v1/workflow-runs/${id}/cancel`, { reason: 'seen' })
    await eventually(async () => ((await this.get(id)).status === 'pending' ? undefined : true))
  }

  violations() {
    return findViolations(this.api.services.stores.pool, { settled: false })
  }
}

describe('public run 12: the budget of run slots', () => {
  let open: { readonly bounded: Bounded; close(): Promise<void> } | undefined
  afterEach(async () => {
    await open?.close()
    open = undefined
  })
  const bound = async (budget: Partial<RunBudget>): Promise<Bounded> => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-slots-'))
    const api = await startTestApi({
      functions,
      engine: { budget: { slots: null, perOwner: null, waitSeconds: null, ...budget } },
    })
    for (const text of [holds, asks, parent]) expect((await api.publish(text)).status).toBe(201)
    const bounded = new Bounded(api, folder)
    open = {
      bounded,
      async close() {
        expect(await bounded.violations()).toEqual([])
        await api.stop()
        await rm(folder, { recursive: true })
        expect(api.errors).toEqual([])
      },
    }
    return bounded
  }

  it('slots 2, wait 0: the third run fails with the exact text, and nothing of it began', async () => {
    const runs = await bound({ slots: 2, waitSeconds: 0 })
    const two = [await runs.start(), await runs.start()]
    for (const { id } of two) await runs.until(id, 'running')
    const third = await runs.start('Holds', { state: { mine: [1] } })
    const failed = await runs.until(third.id, 'failed')
    expect(failed.error).toMatchObject({
      code: 'BUDGET_EXHAUSTED',
      message: 'Subprocess connection budget exhausted',
    })
    expect(await runs.kinds(third.id)).toEqual(['workflow.run.created', 'workflow.run.queued', 'workflow.run.failed'])
    const { rows } = await runs.api.services.stores.pool.query('select phase from run_state where run_id = $1', [
      third.id,
    ])
    expect(rows).toEqual([{ phase: 'FAILED_SAFE' }])
    expect(await runs.slots()).toBe(2)

    // With a free slot, a retry begins the run.
    await two[0]?.end()
    await runs.until(two[0]?.id ?? '', 'completed')
    await third.end()
    expect((await runs.api.post(`/v1/workflow-runs/${third.id}/retry`, {})).status).toBe(200)
    await runs.until(third.id, 'completed')
    await two[1]?.end()
    await runs.until(two[1]?.id ?? '', 'completed')
    await eventually(async () => ((await runs.slots()) === 0 ? true : undefined))
  })

  it('wait none: the next run queues, and begins when a slot is free', async () => {
    const runs = await bound({ slots: 1 })
    const first = await runs.start()
    await runs.until(first.id, 'running')
    const second = await runs.start()
    await runs.claimed()
    expect(await runs.get(second.id)).toMatchObject({ status: 'pending' })
    expect(await runs.slots()).toBe(1)
    await first.end()
    await runs.until(second.id, 'running')
    await second.end()
    await runs.until(second.id, 'completed')
  })

  it('a run of higher priority gets the next slot', async () => {
    const runs = await bound({ slots: 1 })
    const first = await runs.start()
    await runs.until(first.id, 'running')
    const usual = await runs.start()
    const urgent = await runs.start('Holds', { priority: 50 })
    await first.end()
    await runs.until(urgent.id, 'running')
    expect(await runs.get(usual.id)).toMatchObject({ status: 'pending' })
    await Promise.all([urgent.end(), usual.end()])
    await runs.until(usual.id, 'completed')
  })

  it('three variants with two free slots fail as one where nothing waits', async () => {
    const runs = await bound({ slots: 3, waitSeconds: 0 })
    const first = await runs.start()
    await runs.until(first.id, 'running')
    const three = await runs.start('Holds', { variants: 3 })
    const failed = await runs.until(three.id, 'failed')
    expect(failed.error).toMatchObject({ code: 'BUDGET_EXHAUSTED' })
    expect(failed.outputs.map(({ run_id }) => run_id)).toEqual([null, null, null])
    expect(await runs.slots()).toBe(1)
    await first.end()
    await runs.until(first.id, 'completed')
  })

  it('three variants with two free slots wait as one, and nothing overtakes them', async () => {
    const runs = await bound({ slots: 3 })
    const first = await runs.start()
    await runs.until(first.id, 'running')
    const three = await runs.start('Holds', { variants: 3 })
    const later = await runs.start()
    await runs.claimed()
    expect(await runs.get(three.id)).toMatchObject({ status: 'pending' })
    expect(await runs.get(later.id)).toMatchObject({ status: 'pending' })
    await first.end()
    const begun = await eventually(async () => {
      const run = await runs.get(three.id)
      return run.outputs.every(({ status }) => status === 'running') ? run : undefined
    })
    expect(begun.outputs).toHaveLength(3)
    expect(await runs.slots()).toBe(3)
    expect(await runs.get(later.id)).toMatchObject({ status: 'pending' })
    await Promise.all([three.end(), later.end()])
    await runs.until(three.id, 'completed')
    await runs.until(later.id, 'completed')
  })

  it('more variants than there are slots can never begin, and fail whatever the wait', async () => {
    const runs = await bound({ slots: 2 })
    const three = await runs.start('Holds', { variants: 3 })
    expect((await runs.until(three.id, 'failed')).error).toMatchObject({ code: 'BUDGET_EXHAUSTED' })
  })

  it('a run that waits for a person gives its slot back, and takes one when it goes on', async () => {
    const runs = await bound({ slots: 1, waitSeconds: 0 })
    const asking = await runs.start('Asks')
    await runs.until(asking.id, 'waiting')
    await eventually(async () => ((await runs.slots()) === 0 ? true : undefined))
    const other = await runs.start()
    await runs.until(other.id, 'running')
    // It has begun, so it waits for its slot and does not fail.
    const answered = runs.api.post(`/v1/workflow-runs/${asking.id}/resume`, { input: {} })
    await runs.claimed()
    expect(await runs.get(asking.id)).toMatchObject({ status: 'waiting' })
    await other.end()
    await runs.until(asking.id, 'running')
    expect(await runs.slots()).toBe(1)
    expect((await answered).status).toBeLessThan(300)
    await asking.end()
    await runs.until(asking.id, 'completed')
  })

  it('a run that waits for its sub-workflow leaves the slot to it', async () => {
    const runs = await bound({ slots: 1, waitSeconds: 0 })
    const outer = await runs.start('Parent')
    await eventually(async () => ((await runs.slots()) === 1 ? true : undefined))
    await outer.end()
    await runs.until(outer.id, 'completed')
  })

  it('a run in the queue is cancelled at once, and a waiting one, though no slot is free', async () => {
    const runs = await bound({ slots: 1 })
    const asking = await runs.start('Asks')
    await runs.until(asking.id, 'waiting')
    const first = await runs.start()
    await runs.until(first.id, 'running')
    const queued = await runs.start()
    for (const { id } of [queued, asking]) {
      expect((await runs.api.post(`/v1/workflow-runs/${id}/cancel`, { reason: 'no' })).status).toBe(200)
      await runs.until(id, 'cancelled')
    }
    expect(await runs.get(first.id)).toMatchObject({ status: 'running' })
    await first.end()
    await runs.until(first.id, 'completed')
  })

  it('the slots of an engine that dies stay with its runs, and the count stays right', async () => {
    const runs = await bound({ slots: 2 })
    const two = [await runs.start(), await runs.start()]
    for (const { id } of two) await runs.until(id, 'running')
    const third = await runs.start()
    const { pool } = runs.api.services.stores
    await pool.query(`update engine set lease_expires_at = now() - interval '1 second'`)
    // The engine registers again, and takes its runs up again.
    await eventually(async () => {
      const { rows } = await pool.query(
        `select from run_state s join engine e on e.id = s.engine_id
          where s.run_id = any($1::uuid[]) and e.lease_expires_at > now()
            and (select count(*) from run_log l where l.run_id = s.run_id) > 2`,
        [two.map(({ id }) => id)],
      )
      return rows.length === 2 ? true : undefined
    })
    expect(await runs.slots()).toBe(2)
    expect(await runs.get(third.id)).toMatchObject({ status: 'pending' })
    await Promise.all([...two, third].map(({ end }) => end()))
    for (const { id } of [...two, third]) await runs.until(id, 'completed')
    await eventually(async () => ((await runs.slots()) === 0 ? true : undefined))
  })

  it('slots that are wrong are counted anew when an engine starts', async () => {
    const runs = await bound({ slots: 1 })
    const { pool } = runs.api.services.stores
    await runs.api.stopEngine()
    await pool.query(`insert into run_slot (run_id, owner_id) values (gen_random_uuid(), 'local')`)
    await runs.api.startEngine()
    const first = await runs.start()
    await first.end()
    await runs.until(first.id, 'completed')
    expect(await runs.slots()).toBe(0)
  })

  it('the slots of one owner leave the others theirs', async () => {
    const runs = await bound({ perOwner: 1 })
    const { pool } = runs.api.services.stores
    await pool.query(`insert into run_slot (run_id, owner_id) values (gen_random_uuid(), 'other')`)
    const [first, second] = [await runs.start(), await runs.start()]
    await runs.until(first.id, 'running')
    await runs.claimed()
    expect(await runs.get(second.id)).toMatchObject({ status: 'pending' })
    await Promise.all([first.end(), second.end()])
    await runs.until(second.id, 'completed')
    await pool.query(`delete from run_slot where owner_id = 'other'`)
  })
})
