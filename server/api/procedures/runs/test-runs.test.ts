import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { JsonObject } from '#core/json.ts'
import { findViolations } from '#proof/testing/invariants.ts'
import { localActor } from '#server/access/actor.ts'
import { removeLeftovers } from '#server/operations/retention/remove-leftovers.ts'
import { removeOld } from '#server/operations/retention/retention.ts'
import { appRouter } from '../../router.ts'
import { dataOf } from '../../testing/data-of.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  await caller.workflows.create({ name: 'Trial' })
})
afterAll(async () => {
  expect(await findViolations(api.services.stores.pool, { settled: true })).toEqual([])
  await api.stop()
  expect(api.errors).toEqual([])
})

const text = `workflow_type: Trial
input_schema: { type: object, required: [n], properties: { n: { type: number } } }
steps:
  - name: Double
    function: t.double
  - name: Gate
    type: DECISION
    routes:
      - { condition: state.n > 10, target: Large }
      - { default: Small }
  - name: Large
    type: TRANSFORM
    set: { size: '"large"', from: steps.Double.output.n }
    next: Break
  - name: Small
    type: TRANSFORM
    set: { size: '"small"' }
    next: END
  - name: Break
    function: t.fail
`
const whole: TestPlan = { mode: 'whole', pins: {} }

async function tried(plan: TestPlan, input: JsonObject = { n: 2 }, draft = text, workflow = 'Trial') {
  const { runId } = await caller.runs.test({ workflow, text: draft, plan, input })
  return eventually(async () => {
    const run = await caller.runs.get({ runId })
    return run.endedAt === null ? undefined : run
  })
}

describe('a test run', () => {
  it('executes the draft, though nothing is published and nothing was saved', async () => {
    const run = await tried(whole)
    expect(run).toMatchObject({
      status: 'COMPLETED',
      test: true,
      testPlan: whole,
      definitionText: text,
    })
    expect(dataOf(run)).toMatchObject({ n: 4, size: 'small' })
    expect(run.version).toBeLessThan(0)
    expect((await caller.workflows.draft({ name: 'Trial' })).latestVersion).toBe(0)
  })

  it('takes a pinned output instead of running the step', async () => {
    const run = await tried({ mode: 'whole', pins: { Double: { output: { n: 40 } }, Break: { output: { b: 1 } } } })
    expect(run.status).toBe('COMPLETED')
    expect(dataOf(run)).toMatchObject({ n: 40, size: 'large', from: 40, b: 1 })
  })

  it('ends with the step that it runs up to', async () => {
    const run = await tried({ mode: 'until', step: 'Large', pins: {} }, { n: 6 })
    expect(run.status).toBe('COMPLETED')
    expect(dataOf(run)).toMatchObject({ n: 12, size: 'large' })
    expect(run.events.some((event) => 'step' in event && event.step === 'Break')).toBe(false)
  })

  it('runs one step with what it is given, and shows how it fails', async () => {
    const given = { state: { n: 5 }, steps: { Double: { output: { n: 50 } } } }
    const large = await tried({ mode: 'step', step: 'Large', given }, {})
    expect(large.status).toBe('COMPLETED')
    expect(dataOf(large)).toMatchObject({ n: 5, size: 'large', from: 50 })
    const broken = await tried({ mode: 'step', step: 'Break', given: {} }, {})
    expect(broken).toMatchObject({ status: 'FAILED', error: { message: 'broken on purpose', step: 'Break' } })
  })

  it('runs what a rule inserts: alone, and up to it where the rule applies', async () => {
    const steps = '{ name: Look, type: TRANSFORM, set: { seen: state.n } }, { name: Sigh, function: t.fail }'
    const rule = `{ condition_key: n, value_greater_than: 10, action: INSERT_AFTER_CURRENT, steps_to_insert: [${steps}] }`
    const rules = `\n    dynamic_injection: { rules: [${rule}] }`
    const inserting = text.replace('function: t.double', (call) => `${call}${rules}`)
    const alone = await tried({ mode: 'step', step: 'Look', given: { state: { n: 7 } } }, {}, inserting)
    expect(alone.status).toBe('COMPLETED')
    expect(dataOf(alone)).toMatchObject({ seen: 7 })
    const upTo: TestPlan = { mode: 'until', step: 'Look', pins: {} }
    expect(dataOf(await tried(upTo, { n: 6 }, inserting))).toMatchObject({ n: 12, seen: 12 })
    expect(dataOf(await tried(upTo, { n: 2 }, inserting))).not.toHaveProperty('seen')
  })

  it('minds problems within loops and of what rules insert', async () => {
    const body = '{ name: In, type: HTTP }'
    const looping = `${text}  - { name: Each, type: LOOP, mode: ITERATE, iterate_over: '[1]', loop_body: [${body}] }\n`
    await expect(tried(whole, { n: 1 }, looping)).rejects.toThrow(/In: /)
    expect(await tried({ mode: 'until', step: 'Double', pins: {} }, { n: 1 }, looping)).toMatchObject({
      status: 'COMPLETED',
    })
  })

  it('minds problems of what it runs, and of nothing else', async () => {
    const unfinished = text.replace('function: t.fail', 'type: HTTP')
    expect(await tried({ mode: 'until', step: 'Small', pins: {} }, { n: 1 }, unfinished)).toMatchObject({
      status: 'COMPLETED',
    })
    const refused = tried(whole, { n: 1 }, unfinished)
    await expect(refused).rejects.toThrow(/Break/)
    await expect(tried(whole, {})).rejects.toThrow(/input/)
    await expect(tried(whole, {}, 'steps: [')).rejects.toThrow(/cannot run yet/)
    await expect(tried({ mode: 'until', step: 'Nowhere', pins: {} })).rejects.toThrow(/Nowhere/)
    await expect(caller.runs.test({ workflow: 'Nobody', text, plan: whole, input: { n: 1 } })).rejects.toThrow(/Nobody/)
  })

  it('is no run of the ordinary lists, counts and versions', async () => {
    await tried(whole)
    const listed = async (tests?: 'without' | 'only' | 'with') =>
      (await caller.runs.list({ workflow: 'Trial', tests })).items.length
    expect(await listed()).toBe(0)
    expect(await listed('only')).toBe(await listed('with'))
    expect(await listed('only')).toBeGreaterThan(0)
    expect(await caller.runs.counts({ workflow: 'Trial' })).toEqual({})
    expect(await caller.runs.counts({})).toEqual({})
    expect(await caller.workflows.versions({ name: 'Trial' })).toEqual([])
    expect((await caller.workflows.list({})).items[0]).toMatchObject({ runs: { total: 0 }, lastRun: null })
    expect(await caller.overview.get()).toMatchObject({ needsAttention: [], newest: [] })
    await expect(caller.workflows.version({ name: 'Trial', version: 1 })).rejects.toThrow(/no workflow/i)
    const rest = await (await api.fetch('/v1/workflow-runs?workflow=Trial')).json()
    expect(rest).toMatchObject({ items: [] })
  })

  it('leaves the numbers of versions alone, and the same again is the same snapshot', async () => {
    const [one, two] = [await tried(whole), await tried(whole)]
    expect(two.version).toBe(one.version)
    const other = await tried(whole, { n: 2 }, `${text}# another\n`)
    expect(other.version).toBeLessThan(one.version)
    await caller.workflows.create({ name: 'Numbered', text: text.replace('Trial', 'Numbered') })
    await caller.runs.test({ workflow: 'Numbered', text, plan: whole, input: { n: 1 } })
    const published = await caller.workflows.publish({ name: 'Numbered', baseRevision: 1 })
    expect(published).toMatchObject({ outcome: 'published', version: 1 })
    expect(await caller.workflows.versions({ name: 'Numbered' })).toHaveLength(1)
  })

  it('of an archived workflow is refused', async () => {
    await caller.workflows.create({ name: 'Old' })
    await caller.workflows.archive({ name: 'Old', archived: true })
    const refused = caller.runs.test({ workflow: 'Old', text, plan: whole, input: { n: 1 } })
    await expect(refused).rejects.toThrow(/archived/)
  })

  it('leaves a snapshot that goes a day later, unless a run has it', async () => {
    const { version } = await tried(whole)
    await expect(tried(whole, {}, `${text}# never ran\n`)).rejects.toThrow(/input/)
    const client = await api.services.stores.pool.connect()
    await client.query(`update definition set created_at = now() - interval '2 days' where version < 0`)
    await removeLeftovers(client, 100)
    const { rows } = await client.query('select version, text from definition where version < 0')
    client.release()
    expect(rows).toContainEqual({ version, text })
    expect(rows.some((row) => row.text.includes('never ran'))).toBe(false)
  })

  it('never has the number of another, though that and its run are gone: what runs is what was tried', async () => {
    const { pool } = api.services.stores
    const draft = (word: string) => text.replace('"small"', `"${word}"`)
    const forget = async (runId?: string) => {
      await pool.query(`update definition set created_at = now() - interval '2 days' where version < 0`)
      await pool.query(`update run_state set ended_at = ended_at - interval '2 days' where run_id = $1`, [runId])
      const options = {
        pool,
        olderThanDays: 1,
        auditDays: 400,
        exportTo: null,
        onRemoved: () => undefined,
        log: () => undefined,
      }
      await removeOld(options, new AbortController().signal)
    }
    // Its input is refused: the front has read it, and no engine has.
    const stricter = draft('first').replace('[n]', '[n, m]')
    await expect(tried(whole, { n: 2 }, stricter)).rejects.toThrow(/input/)
    await forget()
    const second = await tried(whole, { n: 2 }, draft('second'))
    expect(dataOf(second)).toMatchObject({ size: 'second' })
    expect(second.definitionText).toBe(draft('second'))
    await forget(second.runId)
    await expect(caller.runs.get({ runId: second.runId })).rejects.toThrow(/There is no run/)
    const third = await tried(whole, { n: 2 }, draft('third'))
    expect(dataOf(third)).toMatchObject({ size: 'third' })
    expect(third.version).toBeLessThan(second.version)
  })

  it('has a number of its own when several drafts are tried at once', async () => {
    await caller.workflows.create({ name: 'Busy' })
    const drafts = Array.from({ length: 8 }, (_, n) => `${text}# ${n}\n`)
    const runs = await Promise.all(drafts.map((draft) => tried(whole, { n: 1 }, draft, 'Busy')))
    expect(runs.map(({ definitionText }) => definitionText)).toEqual(drafts)
    expect(runs.map(({ version }) => version).toSorted((a, b) => b - a)).toEqual([-1, -2, -3, -4, -5, -6, -7, -8])
  })
})

describe('what is kept for trying a draft', () => {
  it('are pinned outputs and sample inputs, until they are taken away', async () => {
    const name = 'Trial'
    await caller.workflows.pin({ name, step: 'Double', pinned: { output: { n: 3 }, http: { status: 200 } } })
    await caller.workflows.pin({ name, step: 'Double', pinned: { output: [1] } })
    await caller.workflows.keepSample({ name, sample: 'large', input: { n: 9 } })
    expect(await caller.workflows.testData({ name })).toEqual({
      pins: { Double: { output: [1] } },
      samples: [{ name: 'large', input: { n: 9 } }],
    })
    await caller.workflows.pin({ name, step: 'Double', pinned: null })
    await caller.workflows.keepSample({ name, sample: 'large', input: null })
    expect(await caller.workflows.testData({ name })).toEqual({ pins: {}, samples: [] })
    await expect(caller.workflows.pin({ name: 'Nobody', step: 'A', pinned: { output: 1 } })).rejects.toThrow(/Nobody/)
  })

  it('are so many and no more', async () => {
    const name = 'Trial'
    for (let n = 0; n < 20; n += 1) await caller.workflows.keepSample({ name, sample: `s${n}`, input: { n } })
    await caller.workflows.keepSample({ name, sample: 's3', input: { n: 33 } })
    await expect(caller.workflows.keepSample({ name, sample: 'more', input: {} })).rejects.toThrow(/Remove one/)
  })
})
