import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { JsonObject } from '#core/json.ts'
import { startBodyNames } from '#core/run/start/start-request.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'
import { startQuery } from './start-run.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const step = 'steps:\n  - name: A\n    function: t.double\n'
  for (const name of ['Same', 'Other', 'Shelved']) await api.publish(`workflow_type: ${name}\n${step}`)
  await api.publish('workflow_type: Broken\nsteps:\n  - name: A\n    function: t.fail\n')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

interface Answer {
  readonly http: number
  readonly run_id?: string
  readonly error?: { readonly code: string; readonly message: string }
}

async function send(path: string, body: unknown, key: string, actor: Actor = localActor): Promise<Answer> {
  const response = await api.fetch(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    actor,
  )
  return { http: response.status, ...((await response.json()) as object) }
}

const start = (options: JsonObject, key: string, actor?: Actor) => {
  const { name = 'Same', version, record_invalid, ...body } = options
  const asked = new URLSearchParams({
    name: String(name),
    ...(version !== undefined && { version: String(version) }),
    ...(record_invalid !== undefined && { record_invalid: String(record_invalid) }),
  })
  return send(`/v1/workflows/run?${asked}`, body, key, actor)
}
const differsIn = (answer: Answer) => [
  answer.http,
  answer.error?.code,
  answer.error?.message.match(/differ in: (.*)\. Use/)?.[1]?.split(', '),
]
const reused = (...names: string[]) => [409, 'IDEMPOTENCY_KEY_REUSED', names]

/** Another value for each option of a start than the one of `request`. An option without one fails below. */
const request: JsonObject = { name: 'Same', input: { a: 1, b: { c: 2 } } }
const otherwise: JsonObject = {
  name: 'Other',
  version: 1,
  record_invalid: true,
  input: { a: 1, b: { c: 3 } },
  state: null,
  drive: 'manual',
  saga: false,
  fail_fast: false,
  tags: ['x'],
  priority: 5,
  data_region: 'mars',
  variants: 2,
  bundle: [{ workflow_name: 'Other' }],
  workflow_id: 'order-1',
  workflow_id_reuse: 'reject_duplicate',
}
/** What an option says nothing without. */
const onlyWith: Readonly<Record<string, JsonObject>> = { workflow_id_reuse: { workflow_id: 'order-2' } }
const namedElse: Readonly<Record<string, string>> = { name: 'workflow' }
/** Neither is part of what runs: how long the answer may take, and the owner, whose keys are apart. */
const noOption = new Set(['wait', 'owner_id'])

const actorCalled = (id: string): Actor => ({ ...localPerson, id, name: id })
const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })

describe('a start with a key that was used before', () => {
  const options = [...Object.keys(startQuery.shape), ...startBodyNames].filter((option) => !noOption.has(option))

  it.each(options)('is refused with another %s, and says so', async (option) => {
    expect(Object.keys(otherwise), `Give ${option} another value here: a start differs by it.`).toContain(option)
    const key = randomUUID()
    const base = { ...request, ...onlyWith[option] }
    const first = await start(base, key)
    expect(first.http).toBe(201)
    const changed = { ...base, [option]: otherwise[option] as never }
    expect(differsIn(await start(changed, key))).toEqual(reused(namedElse[option] ?? option))
    expect(await start(base, key)).toMatchObject({ http: 201, run_id: first.run_id })
  })

  it('has no option by tRPC that programs do not have', () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: [z.ZodObject] } }>
    const shape = procedures['runs.start']?._def.inputs[0].shape ?? {}
    expect(Object.keys(shape)).toContain('drive')
    const known = new Set([...options, 'workflow', 'operationId'])
    const wireName = (option: string) => (option === 'failFast' ? 'fail_fast' : option)
    expect(Object.keys(shape).filter((option) => !known.has(wireName(option)))).toEqual([])
  })

  it('is the same run for the same request: in another order of keys, with -0, with what is the default', async () => {
    const key = randomUUID()
    const first = await start({ input: { a: 0, b: { c: 2, d: 3 } } }, key)
    const sendText = async (body: string) => (await send('/v1/workflows/run?name=Same', body, key)).run_id
    expect(await sendText('{"input":{"b":{"d":3,"c":2},"a":0}}')).toBe(first.run_id)
    expect(await sendText('{"input":{"a":-0,"b":{"c":2,"d":3}}}')).toBe(first.run_id)
    expect(
      await sendText('{"priority":0,"tags":[],"drive":"auto","owner_id":"local","input":{"a":0,"b":{"c":2,"d":3}}}'),
    ).toBe(first.run_id)
  })

  it('is another run for another person', async () => {
    const key = randomUUID()
    const [ana, ben] = [await start({}, key, actorCalled('ana')), await start({}, key, actorCalled('ben'))]
    expect([ana.http, ben.http]).toEqual([201, 201])
    expect(ben.run_id).not.toBe(ana.run_id)
    expect((await start({}, key, actorCalled('ana'))).run_id).toBe(ana.run_id)
  })

  it('is answered where it would be refused by now', async () => {
    const key = randomUUID()
    const first = await start({ name: 'Shelved' }, key)
    await callerOf(localActor).workflows.archive({ name: 'Shelved', archived: true })
    expect((await start({ name: 'Shelved' }, randomUUID())).error?.code).toBe('ARCHIVED')
    expect(await start({ name: 'Shelved' }, key)).toMatchObject({ http: 201, run_id: first.run_id })
    expect(differsIn(await start({ name: 'Shelved', tags: ['x'] }, key))).toEqual(reused('tags'))
    await api.services.stores.pool.query(`delete from workflow where name = 'Shelved'`)
    expect((await start({ name: 'Shelved' }, key)).run_id).toBe(first.run_id)
  })

  it('is compared by workflow and input where an earlier version has started the run', async () => {
    const key = randomUUID()
    const first = await start({ input: { a: -0 }, tags: ['x'] }, key)
    await api.services.stores.pool.query('update run set request_identity = null where id = $1', [first.run_id])
    expect((await start({ input: { a: 0 } }, key)).run_id).toEqual(first.run_id)
    expect(differsIn(await start({ input: { a: 1 } }, key))).toEqual(reused('input'))
  })
})

describe('a test run with an operation id that was used before', () => {
  const text = (title: string) => `workflow_type: Same\nsteps:\n  - name: A\n    type: HUMAN\n    title: ${title}\n`
  const asked = (changes: object = {}) => ({
    ...{ workflow: 'Same', text: text('Well'), plan: { mode: 'whole' as const, pins: {} }, input: {} },
    ...{ operationId: 'd0a1d0a1-0000-4000-8000-000000000001', ...changes },
  })

  it('is the same run, and refused for another text', async () => {
    const caller = callerOf(localActor)
    const first = await caller.runs.test(asked())
    expect(await caller.runs.test(asked())).toMatchObject({ runId: first.runId, created: false })
    for (const [name, change] of [
      ['text', { text: text('Is it?') }],
      ['input', { input: { n: 1 } }],
      ['plan', { plan: { mode: 'step', step: 'A', given: {} } }],
    ] as const) {
      await expect(caller.runs.test(asked(change))).rejects.toMatchObject({
        cause: { code: 'IDEMPOTENCY_KEY_REUSED', errors: [{ path: name }] },
      })
    }
  })
})

/** A run that has come to rest. */
async function ended(workflow: string): Promise<string> {
  const { run_id: runId = '' } = await start({ name: workflow }, randomUUID())
  const caller = callerOf(localActor)
  await eventually(async () => ((await caller.runs.get({ runId })).endedAt === null ? undefined : true))
  return runId
}

describe.each([
  ['that goes on elsewhere', 'Broken', 'kept'],
  ['from the start', 'Same', 'none'],
] as const)('a re-run %s, with a key that was used before', (_, workflow, results) => {
  it('is the same run for the same request, and refused with any other option', async () => {
    const runId = await ended(workflow)
    const key = randomUUID()
    const again = (changes: object = {}, of = runId) =>
      send(`/v1/workflow-runs/${of}/rerun`, { version: 'own', results, ...changes }, key)
    const first = await again()
    expect(first.http).toBe(201)
    expect(await again()).toEqual(first)
    for (const [name, change] of [
      ['version', { version: 'newest' }],
      ['results', { results: results === 'kept' ? 'none' : 'kept' }],
      ['input', { input: { x: 1 } }],
      ['reason', { reason: 'tea' }],
    ] as const) {
      expect(differsIn(await again(change))).toEqual(reused(name))
    }
    expect(differsIn(await again({ results: 'kept', from_step: 'A' }))).toEqual(
      reused(...(results === 'kept' ? ['from_step'] : ['from_step', 'results'])),
    )
    expect(await again()).toEqual(first)
  })
})

describe('an operation id', () => {
  it('is of one run and one person', async () => {
    const [one, two] = [await ended('Same'), await ended('Same')]
    const asked = { version: 'own', results: 'none', operationId: randomUUID() } as const
    const ana = callerOf(actorCalled('ana'))
    const { newRunId } = await ana.runs.rerun({ ...asked, runId: one })
    await expect(ana.runs.rerun({ ...asked, runId: two })).rejects.toMatchObject({
      cause: { code: 'IDEMPOTENCY_KEY_REUSED', errors: [{ path: 'run_id' }] },
    })
    expect((await callerOf(actorCalled('ben')).runs.rerun({ ...asked, runId: one })).newRunId).not.toBe(newRunId)
  })

  it('of a verb is answered as the first time, though the person may not ask any more', async () => {
    await api.publish(
      'workflow_type: Asks\nsteps:\n  - name: A\n    type: HUMAN\n    title: Well\n    groups: [credit]\n',
    )
    const { run_id: runId = '' } = await start({ name: 'Asks' }, randomUUID())
    const reader = callerOf(localActor)
    await eventually(async () => ((await reader.runs.get({ runId })).humanWait === null ? undefined : true))
    const asked = { runId, operationId: randomUUID(), input: { approved: true } }
    const first = await callerOf({ ...actorCalled('ana'), groups: ['credit'] }).runs.approve(asked)
    const ana = callerOf({ ...actorCalled('ana'), groups: [] })
    await expect(ana.runs.approve({ ...asked, operationId: randomUUID() })).rejects.toThrow()
    expect(await ana.runs.approve(asked)).toEqual(first)
    await expect(callerOf(actorCalled('ben')).runs.approve(asked)).rejects.toMatchObject({
      cause: { code: 'IDEMPOTENCY_KEY_REUSED', errors: [{ path: 'asked_by' }] },
    })
  })
})

describe('an operation over many runs', () => {
  it('is the same one for the same request by the same person, and refused for any other', async () => {
    const runId = await ended('Same')
    const asked = { verb: { type: 'acknowledge' } as const, runIds: [runId], operationId: randomUUID() }
    const ana = callerOf(actorCalled('ana'))
    const { id } = await ana.bulk.start(asked)
    expect((await ana.bulk.start(asked)).id).toBe(id)
    const refused = (name: string) => ({ cause: { code: 'IDEMPOTENCY_KEY_REUSED', errors: [{ path: name }] } })
    const verb = { type: 'cancel' } as const
    await expect(ana.bulk.start({ ...asked, verb })).rejects.toMatchObject(refused('verb'))
    await expect(ana.bulk.start({ ...asked, expected: 1 })).rejects.toMatchObject(refused('expected'))
    const two = [runId, await ended('Same')]
    await expect(ana.bulk.start({ ...asked, runIds: two })).rejects.toMatchObject(refused('run_ids'))
    const ben = callerOf(actorCalled('ben'))
    await expect(ben.bulk.start(asked)).rejects.toMatchObject(refused('asked_by'))
    await api.services.stores.pool.query('update bulk_operation set request_identity = null where id = $1', [id])
    expect((await ana.bulk.start({ ...asked, runIds: two })).id).toBe(id)
    await expect(ana.bulk.start({ ...asked, verb })).rejects.toMatchObject(refused('verb'))
  })

  it('is stopped by the person who started it and by managers, and by nobody else', async () => {
    const runIds = [await ended('Same')]
    const { id } = await callerOf(actorCalled('ana')).bulk.start({ verb: { type: 'acknowledge' }, runIds })
    const ben = callerOf(actorCalled('ben'))
    expect(await ben.bulk.get({ id })).toMatchObject({ mayCancel: false })
    await expect(ben.bulk.cancel({ id })).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } })
    const mona = callerOf({ ...actorCalled('mona'), roles: ['manager'] })
    expect(await mona.bulk.get({ id })).toMatchObject({ mayCancel: true, state: 'running' })
    expect(await callerOf(actorCalled('ana')).bulk.cancel({ id })).toMatchObject({ state: 'cancelled' })
  })
})
