import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failedStatuses, statusGroups } from '#components/runs/status-groups.ts'
import { publicStatuses } from '#core/run/statuses.ts'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '#server/api/router.ts'
import { eventually, startTestApi, type TestApi } from '#server/api/testing/test-api.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'

/**
 * Each count of a page is the length of the list that it leads to, over 200 generated families of runs: approvals,
 * signals, failures and their causes, below up to two sub-workflows, some of them cancelled or acknowledged.
 */
const families = 200
const seed = 20_261_129

const leaves = {
  Ask: '{ name: Ask, type: HUMAN, title: Look, queue: loans, groups: [credit] }',
  Paid: '{ name: Paid, type: SIGNAL, signal: paid }',
  Both: '{ name: Both, type: PARALLEL, tasks: [{ name: One, type: HUMAN, title: One }, { name: Two, type: SIGNAL, signal: paid }] }',
  Fail: '{ name: Fail, function: t.fail }',
  Undone: '{ name: Undone, function: t.fail }',
  Quick: '{ name: Quick, function: t.pass }',
}
type Leaf = keyof typeof leaves
const leafNames = Object.keys(leaves) as readonly Leaf[]

const textOf = (leaf: Leaf) =>
  `workflow_type: ${leaf}\ntags: [leaf]\n${leaf === 'Undone' ? 'saga_enabled: true\n' : ''}steps:\n  - ${leaves[leaf]}\n`
const around = (name: string, below: string) =>
  `workflow_type: ${name}\ntags: [around, ${below}]\nsteps:\n  - { name: Below, type: SUB_WORKFLOW, sub_workflow_type: ${below} }\n`

const arbitraryFamily = fc.record({
  leaf: fc.constantFrom(...leafNames),
  depth: fc.nat({ max: 2 }),
  act: fc.constantFrom('nothing', 'nothing', 'cancel', 'acknowledge'),
})

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>

beforeAll(async () => {
  api = await startTestApi({ index: true })
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const leaf of leafNames) {
    for (const text of [textOf(leaf), around(`Over${leaf}`, leaf), around(`Top${leaf}`, `Over${leaf}`)])
      expect((await api.publish(text)).status).toBe(201)
  }
  const made = fc.sample(arbitraryFamily, { numRuns: families, seed })
  const started = await Promise.all(
    made.map(async ({ leaf, depth, act }) => {
      const workflow = `${['', 'Over', 'Top'][depth]}${leaf}`
      return { act, runId: (await caller.runs.start({ workflow, input: {} })).runId }
    }),
  )
  for (const { runId, act } of started) {
    const status = await eventually(async () => {
      const { status: now } = await caller.runs.get({ runId })
      return /WAITING|FAILED|COMPLETED/.test(now) ? now : undefined
    })
    if (act === 'cancel' && status.startsWith('WAITING')) await caller.runs.cancel({ runId })
    if (act === 'acknowledge' && status.startsWith('FAILED')) await caller.runs.acknowledge({ runId })
  }
  await settled()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** Waits until cancelled families have ended, and until the causes of all failures are known. */
async function settled(): Promise<void> {
  await eventually(async () => {
    const { rows } = await api.services.stores.pool.query<{ left: number }>(
      `select (select count(*) from ready) + (select count(*) from mailbox where handled_at is null)
            + (select count(*) from run_state s left join run_search q on q.run_id = s.run_id
                where s.ended_at is not null and s.error_code is not null and q.fingerprint is null) as left`,
    )
    return Number(rows[0]?.left) === 0 ? true : undefined
  })
}

async function runsOf(filter: RunFilter): Promise<number> {
  let [length, cursor] = [0, null as string | null]
  do {
    const page: { items: readonly unknown[]; nextCursor: string | null } = await caller.runs.list({
      ...filter,
      limit: 100,
      ...(cursor !== null && { cursor }),
    })
    length += page.items.length
    cursor = page.nextCursor
  } while (cursor !== null)
  return length
}

const roots = (filter: RunFilter) => runsOf({ rootsOnly: true, ...filter })

async function tasksOf(input: Omit<Parameters<typeof caller.inbox.list>[0], 'limit' | 'cursor'>): Promise<number> {
  let [length, cursor] = [0, null as string | null]
  do {
    const page: { items: readonly unknown[]; nextCursor: string | null } = await caller.inbox.list({
      ...input,
      limit: 100,
      ...(cursor !== null && { cursor }),
    })
    length += page.items.length
    cursor = page.nextCursor
  } while (cursor !== null)
  return length
}

it('on the overview', async () => {
  const { byStatus, concerns, failed, waitingRuns, waitingForPeople } = await caller.overview.get()
  const counts = Object.entries(byStatus)
  expect(counts.length).toBeGreaterThan(4)
  for (const [status, count] of counts) expect([status, await roots({ status: [status] })]).toEqual([status, count])
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(families)
  expect(await roots({})).toBe(families)
  expect(await roots({ trouble: 'failed' })).toBe(failed.count)
  expect(await roots({ waitingFor: 'person' })).toBe(waitingRuns.person.count)
  expect(await roots({ waitingFor: 'signal' })).toBe(waitingRuns.signal.count)
  expect(await tasksOf({ scope: 'available' })).toBe(waitingForPeople)
  expect(failed.count).toBeGreaterThan(5)
  for (const { trouble, queue, count } of concerns)
    expect([trouble, await roots({ trouble, ...(queue !== undefined && { queue }) })]).toEqual([trouble, count])
})

it('on the tabs of the runs, with and without the runs of sub-workflows', async () => {
  for (const rootsOnly of [true, false]) {
    for (const status of [...Object.values(statusGroups).map((group) => [...group]), [...failedStatuses]]) {
      const { count } = await caller.runs.count({ status, rootsOnly })
      expect([status, await runsOf({ status, rootsOnly })]).toEqual([status, count])
    }
    for (const publicStatus of publicStatuses) {
      const { count } = await caller.runs.count({ publicStatus: [publicStatus], rootsOnly })
      expect([publicStatus, await runsOf({ publicStatus: [publicStatus], rootsOnly })]).toEqual([publicStatus, count])
    }
  }
})

it('of the causes of failures', async () => {
  for (const rootsOnly of [true, false]) {
    const { items, more } = await caller.runs.failures({ rootsOnly, limit: 100 })
    expect(more).toBe(false)
    expect(items.length).toBeGreaterThan(1)
    for (const { fingerprint, workflow, count } of items)
      expect([workflow, await runsOf({ rootsOnly, fingerprint })]).toEqual([workflow, count])
  }
})

it('in the list of workflows, of their tags, and of the heat on their canvas', async () => {
  const { items } = await caller.workflows.list({ limit: 100 })
  expect(items).toHaveLength(leafNames.length * 3)
  for (const { name, runs } of items) {
    const live = [...statusGroups.progress, ...statusGroups.people]
    expect([name, await roots({ workflow: name })]).toEqual([name, runs.total])
    expect([name, await roots({ workflow: name, status: live })]).toEqual([name, runs.live])
    expect([name, await roots({ workflow: name, status: [...failedStatuses] })]).toEqual([name, runs.failed])
    const { steps, since } = await caller.runs.heat({ workflow: name })
    for (const { step, live: at, failed } of steps) {
      expect([name, step, await runsOf({ workflow: name, atStep: step })]).toEqual([name, step, at])
      const failures = { workflow: name, failedStep: step, endedFrom: since }
      expect([name, step, await runsOf(failures)]).toEqual([name, step, failed])
    }
  }
  const { tags } = await caller.workflows.facets({})
  expect(tags.length).toBeGreaterThan(3)
  for (const { value, count } of tags)
    expect([value, (await caller.workflows.list({ tags: [value], limit: 100 })).items.length]).toEqual([value, count])
})

it('in the inbox', async () => {
  const counts = await caller.inbox.counts()
  for (const scope of ['mine', 'groups', 'available', 'later', 'all'] as const)
    expect([scope, await tasksOf({ scope })]).toEqual([scope, counts[scope]])
  expect(counts.available).toBeGreaterThan(5)
  const facets = await caller.inbox.facets({ scope: 'all' })
  for (const name of ['queue', 'group', 'workflow', 'step'] as const) {
    for (const { value, count } of facets[name])
      expect([name, value, await tasksOf({ scope: 'all', filter: { [name]: value } })]).toEqual([name, value, count])
  }
})
