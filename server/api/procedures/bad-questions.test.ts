import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { payloadRefOf } from '#core/run/payload/payload-ref.ts'
import { localActor } from '#server/access/actor.ts'
import { encodeCursor } from '../../cursor.ts'
import { appRouter } from '../router.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

/** What people and programs ask of lists and runs that cannot be, or is larger than anybody meant: each has its clear answer. */
let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
let waiting = ''

const texts = [
  'workflow_type: Loan\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n  - name: After\n    function: t.pass\n',
  'workflow_type: Huge\nsteps:\n  - name: Fill\n    function: t.huge\n',
]

async function until(runId: string, status: string): Promise<void> {
  await eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))
}

beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const text of texts) expect((await api.publish(text)).status).toBe(201)
  waiting = (await caller.runs.start({ workflow: 'Loan', input: {} })).runId
  await until(waiting, 'WAITING_HUMAN_INPUT')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** Each list of the UI, with what else it wants to be asked. */
const lists = {
  'runs.list': {},
  'inbox.list': { scope: 'all' },
  'workflows.list': {},
  'bulk.earlier': {},
  'bulk.items': { id: '0197f000-0000-4000-8000-000000000001' },
} as const
const restLists = ['/v1/workflow-runs', '/v1/workflows']
const madeUp = [
  ['words', 'nonsense'],
  ['another list', Buffer.from('["2026-01-01","x"]').toString('base64url')],
  ['an attack', Buffer.from(`["' or 1=1 --"]`).toString('base64url')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')],
  ['what no text may hold', Buffer.from('["2026-01-01T00:00:00.000Z","\\u0000"]').toString('base64url')],
  ['an object', Buffer.from('{"toString":1}').toString('base64url')],
] as const

interface Refusal {
  readonly error: { readonly message: string; readonly data: { readonly apiCode: string; readonly field: string } }
}

async function ask(path: string, input: unknown) {
  const response = await api.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
  const { error } = (await response.json()) as Refusal
  return { status: response.status, message: error?.message, code: error?.data.apiCode, field: error?.data.field }
}

describe('a cursor that is made up', () => {
  const named = Object.entries(lists).filter(([path]) => path !== 'bulk.items')
  it.each(named.flatMap(([path, input]) => madeUp.map(([what, cursor]) => ({ path, input, what, cursor }))))(
    'of $what is refused by $path, which says what to do',
    async ({ path, input, cursor }) => {
      expect(await ask(path, { ...input, cursor })).toEqual({
        status: 400,
        code: 'INVALID_CURSOR',
        field: 'cursor',
        message: 'The cursor does not belong to this list. Start again without it.',
      })
    },
  )

  it.each(restLists.flatMap((path) => madeUp.map(([what, cursor]) => ({ path, what, cursor }))))(
    'of $what is refused by GET $path',
    async ({ path, cursor }) => {
      const response = await api.fetch(`${path}?cursor=${cursor}`)
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'INVALID_CURSOR' } }])
    },
  )
})

describe('a cursor of the year 0', () => {
  const [at, id] = ['0000-01-01T00:00:00.000Z', '0197f000-0000-4000-8000-000000000001']
  it.each([
    ['bulk.earlier', {}, [at, id]],
    ['inbox.list', { scope: 'all' }, ['2026-01-01T00:00:00.000Z', at, id]],
    ['inbox.list', { scope: 'done' }, [at, at, id]],
    ['workflows.list', {}, [at, 'x']],
  ])('is refused by %s in %j', async (path, input, keys) => {
    expect(await ask(path, { ...input, cursor: encodeCursor(keys) })).toMatchObject({
      status: 400,
      code: 'INVALID_CURSOR',
    })
  })
})

describe('a page of a billion', () => {
  it.each(Object.entries(lists))('is refused by %s, which says how much there may be', async (path, input) => {
    expect(await ask(path, { ...input, limit: 1_000_000_000 })).toMatchObject({
      status: 400,
      field: 'limit',
      message: expect.stringContaining(String(limits.page.maxSize)),
    })
  })

  it.each(restLists)('of GET %s is as large as a page may be', async (path) => {
    const response = await api.fetch(`${path}?limit=1000000000`)
    expect(response.status).toBe(200)
    const { items } = (await response.json()) as { items: readonly unknown[] }
    expect(items.length).toBeLessThanOrEqual(limits.page.maxSize)
    expect((await api.fetch(`${path}?limit=10000000000`)).status).toBe(400)
    expect((await api.fetch(`${path}?limit=1e9`)).status).toBe(400)
  })
})

describe('a filter of ten thousand characters', () => {
  const long = 'x'.repeat(10_000)
  it.each([
    ['search', long],
    ['error', long],
    ['workflow', long],
    ['ownerId', long],
    ['queue', long],
    ['tags', [long]],
    ['status', [long]],
    ['values', [{ path: [long], is: '=', value: 1 }]],
    ['values', [{ path: ['n'], is: '=', value: long }]],
  ])('in %s is refused, and the answer names it and is short', async (key, value) => {
    for (const path of ['runs.list', 'runs.count', 'runs.failures']) {
      const { status, field, message } = await ask(path, { [key]: value })
      expect([status, field]).toEqual([400, expect.stringMatching(`^${key}`)])
      expect(message?.length).toBeLessThan(300)
    }
  })
})

describe('characters that no database stores', () => {
  const nul = 'a\0b'
  it.each([
    ['runs.list', { search: nul }, 'search'],
    ['runs.list', { values: [{ path: [nul], is: '=', value: 1 }] }, 'values.0.path.0'],
    ['runs.count', { values: [{ path: ['n'], is: '=', value: 'half \ud800' }] }, 'values.0.value'],
    ['runs.failures', { tags: [nul] }, 'tags.0'],
    ['runs.get', { runId: nul }, 'runId'],
    ['workflows.list', { search: nul }, 'search'],
    ['inbox.list', { scope: 'all', filter: { search: nul } }, 'filter.search'],
    ['overview.trends', { [nul]: '24h' }, ''],
  ])('are refused by %s in %j, naming the field', async (path, input, field) => {
    expect(await ask(path, input)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      field,
      message: expect.stringContaining('cannot be stored'),
    })
  })

  it.each([
    ['/v1/workflow-runs?search=%00', 'search'],
    ['/v1/workflows?search=a%00', 'search'],
    ['/v1/human-tasks?search=%00', 'search'],
    [`/v1/workflow-runs?values=${encodeURIComponent('[{"path":["n"],"is":"=","value":"\\u0000"}]')}`, 'values.0.value'],
    [`/v1/workflow-runs/export?format=csv&filter=${encodeURIComponent('{"search":"\\ud800"}')}`, 'filter.search'],
  ])('are refused by GET %s, naming the parameter', async (path, field) => {
    const response = await api.fetch(path)
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'BAD_REQUEST', field } }])
  })
})

describe('an instant', () => {
  const far = '2026-01-01T00:00:00+20:00'
  const [early, late] = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00']
  const asked = ['createdFrom', 'createdTo', 'endedFrom', 'endedTo'].flatMap((key) =>
    ['runs.list', 'runs.count', 'runs.failures'].map((path) => ({ path, key, input: (at: string) => ({ [key]: at }) })),
  )
  const due = ['dueFrom', 'dueTo'].map((key) => ({
    path: 'inbox.list',
    key: `filter.${key}`,
    input: (at: string) => ({ scope: 'all', filter: { [key]: at } }),
  }))
  const news = { path: 'inbox.news', key: 'since', input: (at: string) => ({ since: at }) }

  it.each([...asked, ...due, news])(
    'is understood by $path in $key whatever its offset, and refused in a year that the database has not',
    async ({ path, key, input }) => {
      expect((await ask(path, input(far))).status).toBe(200)
      for (const at of [early, late]) {
        expect(await ask(path, input(at))).toMatchObject({
          status: 400,
          code: 'BAD_REQUEST',
          field: key,
          message: expect.stringContaining('years 1 to 9999'),
        })
      }
    },
  )

  it.each([
    ['/v1/workflow-runs', 'created_from'],
    ['/v1/workflow-runs', 'created_to'],
    ['/v1/workflow-runs', 'ended_from'],
    ['/v1/workflow-runs', 'ended_to'],
    ['/v1/human-tasks', 'due_from'],
    ['/v1/human-tasks', 'due_to'],
  ])('is the same to GET %s in %s', async (path, key) => {
    const get = (at: string) => api.fetch(`${path}?${key}=${encodeURIComponent(at)}`)
    expect((await get(far)).status).toBe(200)
    for (const at of [early, late]) {
      const response = await get(at)
      expect([response.status, await response.json()]).toMatchObject([400, { error: { field: key } }])
    }
  })
})

describe('a value that is no hash', () => {
  it.each(['%00', 'x', 'A'.repeat(64), `${'a'.repeat(64)}%0A`, 'a'.repeat(63)])(
    'is none of the run: %s',
    async (written) => {
      const response = await api.fetch(`/v1/workflow-runs/${waiting}/values/${written}`)
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: { code: 'NOT_FOUND', message: 'The run has no such value.', field: 'sha256' } },
      ])
    },
  )
})

describe('a question of ten thousand levels', () => {
  it('is refused, and so is one in a parameter of the API for programs', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const input = `/api/trpc/runs.list?input=${deep}`
    expect((await api.fetch(input)).status).toBe(400)
    expect((await api.fetch(`/v1/workflow-runs?values=${deep}`)).status).toBe(400)
  })
})

describe('the id of a run', () => {
  it('is the same in capitals', async () => {
    expect((await caller.runs.get({ runId: waiting.toUpperCase() })).runId).toBe(waiting)
    expect((await api.fetch(`/v1/workflow-runs/${waiting.toUpperCase()}`)).status).toBe(200)
    expect((await api.fetch(`/v1/workflow-runs/${waiting.replaceAll('-', '%2D')}`)).status).toBe(200)
  })

  it.each([
    ['in braces', (id: string) => `{${id}}`],
    ['as a URN', (id: string) => `urn:uuid:${id}`],
    ['without hyphens', (id: string) => id.replaceAll('-', '')],
    ['in base64', (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')],
    ['in wide digits', (id: string) => id.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['escaped twice', (id: string) => id.replaceAll('-', '%252D')],
    ['with blanks', (id: string) => ` ${id} `],
  ])('%s is no id, and is said to be none', async (_, written) => {
    const id = written(waiting)
    expect(await ask('runs.get', { runId: id })).toMatchObject({
      status: 400,
      field: 'runId',
      message: expect.stringContaining('a UUID is required'),
    })
    const response = await api.fetch(`/v1/workflow-runs/${encodeURIComponent(id)}`)
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'There is no such run.', field: 'run_id' } },
    ])
  })
})

describe('an output of five megabytes', () => {
  it('is kept apart: neither lists nor the run itself grow by it, and it is to be had whole', async () => {
    const { runId } = await caller.runs.start({ workflow: 'Huge', input: {} })
    await until(runId, 'COMPLETED')
    const run = await caller.runs.get({ runId })
    expect(JSON.stringify(run).length).toBeLessThan(100_000)
    const shown = (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as {
      readonly workflow_state: JsonObject
    }
    const ref = payloadRefOf(shown.workflow_state.text)
    const value = await api.fetch(`/v1/workflow-runs/${runId}/values/${ref?.sha256}`)
    expect([value.status, value.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await value.json()).toBe('x'.repeat(5 * 1024 * 1024))
    const other = await api.fetch(`/v1/workflow-runs/${waiting}/values/${ref?.sha256}`)
    expect([other.status, await other.json()]).toMatchObject([404, { error: { field: 'sha256' } }])
    expect(JSON.stringify(await caller.runs.list({})).length).toBeLessThan(100_000)
    expect(JSON.stringify(await caller.overview.get()).length).toBeLessThan(100_000)
  })
})

describe('a run whose workflow was archived', () => {
  it('is shown, found and decided as before; only a new one is refused', async () => {
    await caller.workflows.archive({ name: 'Loan', archived: true })
    expect(await caller.runs.get({ runId: waiting })).toMatchObject({
      definitionText: texts[0],
      status: 'WAITING_HUMAN_INPUT',
      workflowArchived: true,
    })
    const again = await caller.runs.previewRerun({ runId: waiting, version: 'own', results: 'none' })
    expect(again.preview).toEqual({ ok: false, message: 'Loan is archived. Restore it to run it again.' })
    expect((await caller.runs.list({ workflow: 'Loan' })).items.map(({ runId }) => runId)).toEqual([waiting])
    expect((await caller.overview.get()).newest.map(({ runId }) => runId)).toContain(waiting)
    await expect(caller.runs.start({ workflow: 'Loan', input: {} })).rejects.toMatchObject({
      cause: { code: 'ARCHIVED', message: expect.stringContaining('Loan') },
    })
    await caller.runs.approve({ runId: waiting })
    await until(waiting, 'COMPLETED')
  })
})
