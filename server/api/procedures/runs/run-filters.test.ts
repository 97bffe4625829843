import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
const ids = new Map<string, string>()

const order = 'workflow_type: Order\nsteps:\n  - name: Double\n    function: t.double\n'
const loan = 'workflow_type: Loan\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n'
const broken = 'workflow_type: Broken\nsteps:\n  - name: Fail\n    function: t.fail\n'

/** Runs by a name of the test's own, each with what it was started with. */
const runs = [
  [
    'first',
    'Order',
    { n: 1, customer: { name: 'Ada "the" Weaver' }, items: [{ sku: 'LOOM' }] },
    ['spring'],
    'COMPLETED',
  ],
  [
    'second',
    'Order',
    { n: 20, customer: { name: 'Joseph' }, items: [{ sku: 'REED' }, { sku: 'LOOM' }], rows: [[1, 2], [3]] },
    [],
    'COMPLETED',
  ],
  ['loan', 'Loan', { amount: 24_000, 'a.b': true, none: null }, ['spring', 'vip'], 'WAITING_HUMAN_INPUT'],
  ['broken', 'Broken', { n: 1 }, [], 'FAILED'],
  ['brokenAgain', 'Broken', { n: 2 }, [], 'FAILED'],
] as const

beforeAll(async () => {
  api = await startTestApi({ index: true })
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const text of [order, loan, broken]) expect((await api.publish(text)).status).toBe(201)
  for (const [name, workflow, input, tags, status] of runs) {
    const { runId } = await caller.runs.start({ workflow, input, tags: [...tags] })
    ids.set(name, runId)
    await eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))
  }
  const { pool } = api.services.stores
  await eventually(async () => {
    const { rows } = await pool.query<{ behind: number }>(
      `select count(*)::int as behind from run_progress p left join run_search q on q.run_id = p.run_id
        where q.seq is distinct from p.seq`,
    )
    return rows[0]?.behind === 0 ? true : undefined
  })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function found(filter: RunFilter): Promise<readonly string[]> {
  const { items } = await caller.runs.list(filter)
  const names = new Map([...ids].map(([name, runId]) => [runId, name]))
  return items.map(({ runId }) => names.get(runId) ?? runId).toReversed()
}

const has = (
  path: readonly string[],
  is: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains',
  value: string | number | boolean | null,
  place?: 'input' | 'state',
) => ({
  values: [{ in: place ?? ('any' as const), path: [...path], is, value }],
})

it('runs of one workflow are told apart by short values of their input, what is deeper or long left out', async () => {
  const { items } = await caller.runs.list({})
  const about = (name: string) => items.find(({ runId }) => runId === ids.get(name))?.about
  expect(about('second')).toEqual([{ name: 'n', value: '20' }])
  expect(about('loan')).toEqual([
    { name: 'amount', value: '24000' },
    { name: 'a.b', value: 'true' },
  ])
})

describe('runs are found', () => {
  it('by a value of their input or state, wherever it lies', async () => {
    expect(await found(has(['n'], '=', 1, 'input'))).toEqual(['first', 'broken'])
    expect(await found(has(['n'], '=', 40, 'state'))).toEqual(['second'])
    expect(await found(has(['n'], '=', 40))).toEqual(['second'])
    expect(await found(has(['customer', 'name'], '=', 'Ada "the" Weaver'))).toEqual(['first'])
    expect(await found(has(['a.b'], '=', true))).toEqual(['loan'])
    expect(await found(has(['none'], '=', null))).toEqual(['loan'])
    expect(await found(has(['items', 'sku'], '=', 'LOOM'))).toEqual(['first', 'second'])
    // As the page of a run asks from inside of a list: without the place, also in a list of lists.
    expect(await found(has(['items', 'sku'], '=', 'REED', 'input'))).toEqual(['second'])
    expect(await found(has(['rows'], '=', 3, 'input'))).toEqual(['second'])
    expect(await found(has(['items', '1', 'sku'], '=', 'LOOM', 'input'))).toEqual([])
  })

  it('by a comparison, and by a part of a text without regard to case', async () => {
    expect(await found(has(['amount'], '>=', 24_000))).toEqual(['loan'])
    expect(await found(has(['amount'], '>', 24_000))).toEqual([])
    expect(await found(has(['n'], '<=', 2, 'input'))).toEqual(['first', 'broken', 'brokenAgain'])
    expect(await found(has(['n'], '!=', 1, 'input'))).toEqual(['second', 'brokenAgain'])
    expect(await found(has(['customer', 'name'], 'contains', '"THE" w'))).toEqual(['first'])
    expect(await found(has(['customer', 'name'], 'contains', '.*'))).toEqual([])
  })

  it('by the beginnings of words of their input, however deep and in any order, and of their tags', async () => {
    expect(await found({ search: 'weav' })).toEqual(['first'])
    expect(await found({ search: 'Weaver, the' })).toEqual(['first'])
    expect(await found({ search: 'loom' })).toEqual(['first', 'second'])
    expect(await found({ search: '24000' })).toEqual(['loan'])
    expect(await found({ search: 'spri' })).toEqual(['first', 'loan'])
    expect(await found({ search: 'eaver' })).toEqual([])
    expect(await found({ search: '& |' })).toEqual([])
  })

  it('by any part of their input and state, where that is asked for', async () => {
    expect(await found({ within: 'eaver' })).toEqual(['first'])
    expect(await found({ within: 'OOM' })).toEqual(['first', 'second'])
    expect(await found({ within: 'nowhere' })).toEqual([])
    expect(await found({ within: 'OOM', search: 'jos' })).toEqual(['second'])
  })

  it('page by page to the last, each once, by a value and by a word that is in several places', async () => {
    const byPages = async (filter: RunFilter) => {
      const names: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof caller.runs.list>> = await caller.runs.list({
          ...filter,
          limit: 1,
          cursor,
        })
        names.push(...page.items.map(({ runId }) => runId))
        cursor = page.nextCursor
      }
      return names
    }
    const idsOf = (names: readonly string[]) => names.map((name) => ids.get(name)).toReversed()
    expect(await byPages(has(['n'], '>=', 1, 'input'))).toEqual(idsOf(['first', 'second', 'broken', 'brokenAgain']))
    // In the name of a workflow and in a message.
    expect(await byPages({ search: 'o' })).toEqual(idsOf(['first', 'second', 'loan', 'broken', 'brokenAgain']))
    expect(await byPages({ search: 'spring' })).toEqual(idsOf(['first', 'loan']))
  })

  it('by several values at once', async () => {
    const [sku] = has(['items', 'sku'], '=', 'LOOM').values
    const [n] = has(['n'], '>', 1, 'input').values
    expect(await found({ values: [sku, n].filter((each) => each !== undefined) })).toEqual(['second'])
  })

  it('by workflow, version, tag, owner, region, error and who is waited for', async () => {
    expect(await found({ workflow: 'Order', version: 1 })).toEqual(['first', 'second'])
    expect(await found({ workflow: 'Order', version: 2 })).toEqual([])
    expect(await found({ exceptWorkflow: 'Order' })).toEqual(['loan', 'broken', 'brokenAgain'])
    expect(await found({ exceptWorkflow: '*r*' })).toEqual(['loan'])
    expect(await found({ exceptWorkflow: 'Br*n', tags: [] })).toEqual(['first', 'second', 'loan'])
    // Only `*` stands for others than itself, and case counts.
    for (const template of ['L_an', '%', 'loan', 'Loa', '\\']) {
      expect(await found({ exceptWorkflow: template })).toHaveLength(5)
    }
    expect(await found({ tags: ['spring'] })).toEqual(['first', 'loan'])
    expect(await found({ tags: ['spring', 'vip'] })).toEqual(['loan'])
    expect(await found({ ownerId: 'somebody' })).toEqual([])
    expect(await found({ ownerId: 'local', dataRegion: 'local', workflow: 'Loan' })).toEqual(['loan'])
    expect(await found({ dataRegion: 'mars' })).toEqual([])
    expect(await found({ error: 'on PURPOSE' })).toEqual(['broken', 'brokenAgain'])
    expect(await found({ blockedOnHuman: true })).toEqual(['loan'])
  })

  it('by when they were made and ended, and by how long they took or have been going on', async () => {
    // Far from now: the clocks of the engine, of the database and of this process differ by milliseconds.
    const [before = '', after = ''] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const all = [...ids.keys()]
    const ended = all.filter((name) => name !== 'loan')
    expect([await found({ createdTo: after }), await found({ createdFrom: before })]).toEqual([all, all])
    expect([await found({ createdTo: before }), await found({ createdFrom: after })]).toEqual([[], []])
    expect([await found({ endedTo: after }), await found({ endedFrom: before })]).toEqual([ended, ended])
    expect([await found({ endedTo: before }), await found({ endedFrom: after })]).toEqual([[], []])
    expect(await found({ longerThanMs: 0 })).toEqual(all)
    expect(await found({ longerThanMs: 3_600_000 })).toEqual([])
    expect(await found({ shorterThanMs: 3_600_000, blockedOnHuman: false })).toEqual(ended)
  })

  it('by the cause of their failure, which groups them', async () => {
    const { items: groups, more } = await caller.runs.failures({})
    expect(more).toBe(false)
    expect(groups).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        workflow: 'Broken',
        step: 'Fail',
        code: 'Error',
        shape: 'broken on purpose',
        message: 'broken on purpose',
        count: 2,
        retryable: true,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
        runId: ids.get('brokenAgain'),
        newerVersion: null,
      },
    ])
    expect(await found({ fingerprint: groups[0]?.fingerprint })).toEqual(['broken', 'brokenAgain'])
    expect(await caller.runs.failures({ workflow: 'Order' })).toEqual({ items: [], more: false })
    expect((await api.publish(`${broken}  - name: More\n    function: t.double\n`)).status).toBe(201)
    expect(await caller.runs.failures({})).toMatchObject({ items: [{ newerVersion: 2 }] })
  })

  it('and counted by the same filter', async () => {
    expect(await caller.runs.count({ tags: ['spring'] })).toEqual({ count: 2, more: false })
  })

  it('over REST by the same words', async () => {
    const rest = async (query: string) => {
      const response = await api.fetch(`/v1/workflow-runs?${query}`)
      const { items } = (await response.json()) as { items: readonly { run_id: string }[] }
      return items.map(({ run_id }) => run_id).toReversed()
    }
    const values = encodeURIComponent(JSON.stringify([{ path: ['amount'], is: '>', value: 20_000 }]))
    expect(await rest(`values=${values}`)).toEqual([ids.get('loan')])
    expect(await rest('tags=spring&workflow=Order')).toEqual([ids.get('first')])
    expect(await rest('error=on%20purpose&version=1')).toEqual([ids.get('broken'), ids.get('brokenAgain')])
  })
})

describe('the runs of a filter', () => {
  const file = async (format: string, filter: RunFilter) => {
    const response = await api.fetch(
      `/v1/workflow-runs/export?format=${format}&filter=${encodeURIComponent(JSON.stringify(filter))}`,
    )
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="runs.${format}"`)
    return { type: response.headers.get('content-type'), text: await response.text() }
  }

  it('are saved as CSV under a name of ours, a line each, with nothing in it that a spreadsheet would run (ASVS 5.4.1, 5.4.2)', async () => {
    const { runId } = await caller.runs.start({ workflow: 'Order', input: {}, tags: ['=cmd()', 'a,"b"'] })
    const { type, text } = await file('csv', { tags: ['=cmd()'] })
    expect(type).toBe('text/csv; charset=utf-8')
    const [head, line, ...rest] = text.split('\r\n')
    expect(head).toMatch(/^run_id,workflow,version,status,/)
    expect(line).toMatch(new RegExp(`^${runId},Order,1,`))
    expect(line).toContain(`"'=cmd() a,""b"""`)
    expect(rest).toEqual([''])
  })

  it('are saved as JSON, the newest first', async () => {
    const { type, text } = await file('json', { tags: ['spring'] })
    expect(type).toBe('application/json; charset=utf-8')
    const runs = JSON.parse(text) as readonly { run_id: string }[]
    expect(runs.map(({ run_id }) => run_id)).toEqual([ids.get('loan'), ids.get('first')])
    expect(JSON.parse((await file('json', { tags: ['nobody'] })).text)).toEqual([])
  })
})

describe('a filter that cannot be', () => {
  it.each([
    ['of ten thousand characters', { search: 'x'.repeat(10_000) }],
    ['with a path of no keys', { values: [{ path: [], is: '=', value: 1 }] }],
    ['with a comparison that there is not', { values: [{ path: ['n'], is: '~', value: 1 }] }],
    ['with too many conditions', { values: Array.from({ length: 6 }, () => ({ path: ['n'], is: '=', value: 1 })) }],
    ['with a fingerprint that is none', { fingerprint: "' or 1 = 1" }],
    ['with a made-up cursor', { cursor: 'bm9uc2Vuc2U' }],
    ['with a page of a billion', { limit: 1_000_000_000 }],
  ])('%s is refused', async (_, filter) => {
    await expect(caller.runs.list(filter as RunFilter)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it.each([
    'values=no-json',
    'values=%5B%7B%7D%5D',
    'created_from=yesterday',
    'version=0',
    `search=${'x'.repeat(10_000)}`,
  ])('over REST, %s is answered with 400', async (query) => {
    expect((await api.fetch(`/v1/workflow-runs?${query}`)).status).toBe(400)
  })

  it('is harmless when its keys and texts look like code (ASVS 1.2.4)', async () => {
    for (const text of ['"', "'", '\\', '$', '") || (1 == 1', '\u202e', '?(@']) {
      expect(await found(has([text], '=', text))).toEqual([])
      expect(await found(has([text], 'contains', text))).toEqual([])
    }
  })
})
