import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { requestRun } from '../runs/acting/request-run.ts'
import { startBulk } from '../runs/bulk/start-bulk.ts'
import type { Context } from './context.ts'
import { ownProvider } from './owners/foreign-owner.ts'
import { appRouter } from './router.ts'
import { apiOf } from './testing/api-of.ts'
import { eventually, startTestApi, type TestApi } from './testing/test-api.ts'

/**
 * Every procedure × every identity. The procedures come from the router itself;
 * the inputs below are checked to name each of them, so that a new procedure
 * without one fails here.
 */
const foreign: Actor = { ...localPerson, id: 'eve', name: 'Eve', ownerId: 'eve', groups: [] }
const text = 'workflow_type: Mine\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n'

let api: TestApi
let inputs: Record<string, unknown>
/** What of mine is named in the inputs: no answer to somebody else may hold it. */
let secrets: readonly string[]

beforeAll(async () => {
  api = await startTestApi()
  expect((await api.publish(text)).status).toBe(201)
  const { stores } = api.services
  const { runId } = await requestRun(api.services.stores, localActor, {
    workflow: 'Mine',
    input: { secret: 'hidden-word' },
  })
  const taskId = await eventually(
    async () => (await stores.pool.query<{ id: string }>('select id from human_task')).rows[0]?.id,
  )
  secrets = [runId, taskId, 'hidden-word', 'Mine']
  const operation = await startBulk(stores, localActor, { verb: { type: 'acknowledge' }, runIds: [runId] })
  await stores.pool.query(`insert into "owner" (id, name) values ('eve', 'Eve')`)
  await stores.pool.query(`insert into member (owner_id, person_id) values ('eve', 'eve')`)
  const operationId = '0197f000-0000-4000-8000-000000000001'
  inputs = {
    'connectors.list': undefined,
    'connectors.save': { name: 'other', text: apiOf('Other') },
    'connectors.remove': { name: 'other' },
    'variables.list': undefined,
    'variables.save': { name: 'OTHER', value: 'a value' },
    'variables.remove': { name: 'OTHER' },
    'connections.list': undefined,
    'connections.exampleMails': undefined,
    'connections.create': {
      name: 'other',
      kind: 'http_bearer',
      settings: { origin: 'https://api.example.com' },
      secrets: { token: 'a value' },
      workflows: [],
    },
    'connections.change': { name: 'other', settings: { origin: 'https://api.example.com' }, workflows: [] },
    'connections.test': { name: 'other' },
    'connections.remove': { name: 'other' },
    'webhooks.list': undefined,
    'webhooks.create': { url: 'https://example.com/', eventFilter: [], maxRetries: 1 },
    'webhooks.change': { id: operationId, active: false },
    'webhooks.remove': { id: operationId },
    'webhooks.rotate': { id: operationId },
    'webhooks.test': { id: operationId },
    'webhooks.deliveries': {},
    'webhooks.delivery': { id: operationId },
    'webhooks.redeliver': { id: operationId },
    'keys.list': {},
    'keys.create': { name: 'Other', permissions: [] },
    'keys.revoke': { id: '12345678' },
    'services.list': undefined,
    'services.create': { id: 'robot', name: 'Robot', roles: [] },
    'services.change': { id: 'robot', name: 'Robot', roles: [] },
    'services.remove': { id: 'robot' },
    'workflows.list': {},
    'workflows.facets': {},
    'workflows.folders': {},
    'workflows.names': undefined,
    'workflows.titles': undefined,
    'workflows.contracts': { workflows: ['Mine'] },
    'workflows.brokenParents': { name: 'Mine' },
    'workflows.draft': { name: 'Mine' },
    'workflows.create': { name: 'Other' },
    'workflows.saveDraft': { name: 'Mine', text: '#', baseRevision: 1 },
    'workflows.presence': { name: 'Mine', sessionId: operationId, steps: [] },
    'workflows.publish': { name: 'Mine', baseRevision: 1 },
    'workflows.versions': { name: 'Mine' },
    'workflows.version': { name: 'Mine', version: 1 },
    'workflows.import': { text: 'workflow_type: Third\nsteps: []\n' },
    'workflows.previewImport': { files: [{ name: 'a.yaml', text: 'workflow_type: Third\nsteps: []\n' }] },
    'workflows.duplicate': { name: 'Mine', newName: 'Copy' },
    'workflows.archive': { name: 'Mine', archived: true },
    'workflows.templates': undefined,
    'workflows.testData': { name: 'Mine' },
    'workflows.pin': { name: 'Mine', step: 'Ask', pinned: { output: 1 } },
    'workflows.keepSample': { name: 'Mine', sample: 'usual', input: {} },
    'workflows.functions': undefined,
    'workflows.createFunction': { name: 'fresh.run' },
    'runs.list': {},
    'runs.counts': {},
    'runs.grid': { workflow: 'Mine' },
    'runs.heat': { workflow: 'Mine' },
    'runs.observed': { workflow: 'Mine' },
    'runs.code': { runId },
    'runs.count': {},
    'runs.failures': {},
    'runs.get': { runId },
    'runs.work': { runId },
    'runs.slot': { runId },
    'runs.history': { runId, afterSeq: 0 },
    'runs.tree': { runId },
    'runs.start': { workflow: 'Mine', input: {} },
    'runs.test': { workflow: 'Mine', text, plan: { mode: 'whole', pins: {} }, input: {} },
    'runs.cancel': { runId },
    'runs.retry': { runId },
    'runs.rerun': { runId, version: 'own', results: 'none' },
    'runs.previewRetry': { runId },
    'runs.previewRerun': { runId, version: 'own', results: 'none' },
    'runs.skip': { runId },
    'runs.markDone': { runId, output: {} },
    'runs.jump': { runId, toStep: 'Ask' },
    'runs.resume': { runId, input: {} },
    'runs.approve': { runId },
    'runs.nextStep': { runId },
    'runs.pause': { runId },
    'runs.signal': { runId, name: 'paid' },
    'runs.query': { runId, name: 'status' },
    'runs.update': { runId, name: 'replace' },
    'runs.rollback': { runId },
    'runs.acknowledge': { runId },
    'runs.remove': { runId },
    'retention.get': undefined,
    'retention.preview': { workflow: null, keep: 30 },
    'retention.save': { workflow: null, keep: 30 },
    'runs.watch': { runId },
    'runs.changes': {},
    'bulk.start': { verb: { type: 'cancel' }, runIds: [runId] },
    'bulk.preview': { verb: { type: 'retry' }, runIds: [runId] },
    'bulk.list': undefined,
    'bulk.earlier': {},
    'bulk.get': { id: operation.id },
    'bulk.items': { id: operation.id },
    'bulk.cancel': { id: operation.id },
    'views.list': { list: 'runs' },
    'views.save': { list: 'runs', name: 'Failed', query: { status: 'FAILED' } },
    'views.remove': { id: operation.id },
    'inbox.list': { scope: 'all' },
    'inbox.get': { taskId },
    'inbox.counts': undefined,
    'inbox.news': { since: null },
    'inbox.ofRun': { runId },
    'inbox.facets': { scope: 'available' },
    'inbox.decide': { taskId, input: {}, reason: 'as agreed', expectedRevision: 1, operationId },
    'inbox.decideMany': { items: [{ taskId, expectedRevision: 1 }], input: {}, operationId },
    'inbox.claim': { taskId, expectedRevision: 1, operationId },
    'inbox.release': { taskId, expectedRevision: 1, operationId },
    'inbox.assign': { taskId, expectedRevision: 1, operationId, to: 'bob' },
    'inbox.delegate': { taskId, expectedRevision: 1, operationId, to: 'bob' },
    'inbox.setFollowUp': { taskId, expectedRevision: 1, operationId, until: null },
    'inbox.comment': { taskId, operationId, text: 'Hello' },
    'directory.me': undefined,
    'directory.list': undefined,
    'directory.savePerson': { id: 'ben', name: 'Ben' },
    'directory.removePerson': { id: 'ana' },
    'directory.saveGroup': { id: 'sales', name: 'Sales' },
    'directory.removeGroup': { id: 'credit' },
    'audit.list': {},
    'members.list': undefined,
    'members.setRoles': { personId: 'ana', roles: ['viewer'] },
    'members.disable': { personId: 'ana' },
    'members.enable': { personId: 'ana' },
    'members.remove': { personId: 'ana' },
    'members.erase': { personId: 'ana', confirmation: 'ana' },
    'members.secondFactor': undefined,
    'members.publishReview': undefined,
    'members.demandSecondFactor': { isDemanded: true },
    'members.demandPublishReview': { isDemanded: false },
    'invites.list': undefined,
    'invites.create': { roles: ['viewer'], groups: [] },
    'invites.revoke': { id: operation.id },
    'invites.show': { token: 'x' },
    'invites.accept': { token: 'x', account: { email: 'a@example.com', name: 'A', password: 'long enough' } },
    'loginProvider.get': undefined,
    'loginProvider.save': ownProvider('Acme'),
    'loginProvider.test': undefined,
    'loginProvider.remove': undefined,
    'mappings.list': undefined,
    'mappings.providers': undefined,
    'mappings.save': { provider: '*', claim: 'staff', kind: 'role', target: 'viewer' },
    'mappings.remove': { provider: '*', claim: 'staff', kind: 'role', target: 'viewer' },
    'owners.mine': undefined,
    'owners.choose': { ownerId: 'local' },
    'owners.entries': undefined,
    'owners.enter': { ownerId: 'local', reason: 'Help' },
    'owners.leave': undefined,
    'owners.list': undefined,
    'owners.create': { id: 'omega', name: 'Omega' },
    'owners.rename': { id: 'local', name: 'Omega' },
    'owners.suspend': { id: 'local' },
    'owners.resume': { id: 'local' },
    'secrets.list': undefined,
    'secrets.create': { name: 'TOKEN', value: 'a value', origins: ['https://a.example'], workflows: [] },
    'secrets.replace': { name: 'TOKEN', value: 'another value' },
    'secrets.change': { name: 'TOKEN', origins: ['functions'], workflows: [] },
    'secrets.remove': { name: 'TOKEN' },
    'alerts.list': {},
    'alerts.save': {
      workflow: 'Mine',
      failed: true,
      lateMinutes: null,
      stuckMinutes: null,
      recovered: false,
      people: [],
      addresses: ['a@example.com'],
      timeZone: 'UTC',
      quiet: null,
      enabled: true,
    },
    'alerts.remove': { id: '00000000-0000-4000-8000-00000000000a' },
    'alerts.replaceSecret': { id: '00000000-0000-4000-8000-00000000000a' },
    'alerts.test': { id: '00000000-0000-4000-8000-00000000000a' },
    'alerts.resend': { id: '00000000-0000-4000-8000-00000000000a' },
    'locks.list': {},
    'locks.get': { id: 'device:7' },
    'locks.waitGraph': undefined,
    'locks.label': { id: 'device:7', labels: {} },
    'locks.forceRelease': { id: 'device:7', runId: '00000000-0000-4000-8000-00000000000a', reason: 'Stuck' },
    'triggers.list': {},
    'triggers.firings': { limit: 50 },
    'triggers.listen': { workflow: 'Nowhere' },
    'triggers.heard': { id: `test-${'a'.repeat(32)}` },
    'triggers.stopListening': { id: `test-${'a'.repeat(32)}` },
    'triggers.pause': { id: '00000000-0000-4000-8000-00000000000a' },
    'triggers.resume': { id: '00000000-0000-4000-8000-00000000000a' },
    'triggers.fire': {
      id: '00000000-0000-4000-8000-00000000000a',
      operationId: '00000000-0000-4000-8000-00000000000b',
    },
    'triggers.previewBackfill': {
      id: '00000000-0000-4000-8000-00000000000a',
      from: '2026-11-01T00:00:00.000Z',
      until: '2026-11-01T01:00:00.000Z',
    },
    'triggers.backfill': {
      id: '00000000-0000-4000-8000-00000000000a',
      from: '2026-11-01T00:00:00.000Z',
      until: '2026-11-01T01:00:00.000Z',
    },
    'notifications.get': undefined,
    'notifications.save': { email: null, pace: 'hour', kinds: [], timeZone: 'UTC', quiet: null },
    'notifications.test': undefined,
    'notifications.outbox': undefined,
    'notifications.resend': { id: '00000000-0000-4000-8000-00000000000a' },
    'help.entries': undefined,
    'help.page': { path: 'first-workflow' },
    'help.sections': undefined,
    'overview.get': undefined,
    'overview.processes': undefined,
    'overview.quotas': undefined,
    'overview.trends': { range: '24h' },
  }
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

interface ProcedureDefinition {
  readonly _def: { readonly type: 'query' | 'mutation' | 'subscription' }
}

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, ProcedureDefinition>).map(
  ([path, procedure]) => ({ path, type: procedure._def.type }),
)

/** What the procedure answers; the first item of a subscription. */
async function call(path: string, actor: Actor | null): Promise<unknown> {
  const caller = appRouter.createCaller({ ...api.services, actor } satisfies Context)
  const procedure = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], caller)
  const answer = await (procedure as (input: unknown) => Promise<unknown>)(inputs[path])
  if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return answer
  const iterator = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  const { value } = await iterator.next()
  await iterator.return?.()
  return value
}

function lines(table: string, order: string) {
  return `select coalesce(json_agg(x order by ${order}), '[]')::text as rows from ${table} x`
}

/** Everything of mine, as text. */
async function mine(): Promise<string> {
  const { pool } = api.services.stores
  const tables = [
    lines("(select * from workflow where owner_id = 'local')", 'name'),
    lines("(select * from draft where owner_id = 'local')", 'name'),
    lines(
      "(select run_id, status, seq from run_state join run_progress using (run_id) where owner_id = 'local')",
      'run_id',
    ),
    lines('(select * from mailbox)', 'id'),
    lines("(select * from pinned_output where owner_id = 'local')", 'step'),
    lines("(select * from sample_input where owner_id = 'local')", 'name'),
  ]
  const results = await Promise.all(tables.map((query) => pool.query<{ rows: string }>(query)))
  return results.map(({ rows }) => rows[0]?.rows).join('\n')
}

/** Templates and pages of the documentation are the same for everybody, and contain names such as `Mine`. */
const isSameForAll = (path: string) => path === 'workflows.templates' || path.startsWith('help.')

/** The bearer of an invitation has no login yet. There are no invitations where nobody logs in. */
const withoutLogin = new Set(['invites.show', 'invites.accept'])

describe('the router', () => {
  it('has an input here for each of its procedures', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(procedures.map(({ path }) => path).toSorted())
  })

  it.each(procedures)('refuses $path to nobody', async ({ path }) => {
    const before = await mine()
    if (withoutLogin.has(path)) {
      await expect(call(path, null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      return
    }
    await expect(call(path, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED', cause: { code: 'UNAUTHENTICATED' } })
    expect(await mine()).toBe(before)
  })

  it.each(procedures)('gives somebody else nothing of mine by $path, and changes nothing', async ({ path }) => {
    const before = await mine()
    const answer = await call(path, foreign).catch((error: unknown) => error)
    if (answer instanceof TRPCError) {
      // Each hides whether it exists: who may not change the directory is refused before it is read, and accounts are
      // refused where nobody logs in.
      expect(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT']).toContain(answer.code)
    } else {
      const said = JSON.stringify(answer)
      if (!isSameForAll(path)) for (const secret of secrets) expect(said).not.toContain(secret)
    }
    expect(await mine()).toBe(before)
  })

  it.each(procedures)('answers $path, a $type, by its own method only', async ({ path, type }) => {
    const get = await api.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(inputs[path] ?? {}))}`)
    const post = await api.post(`/api/trpc/${path}`, inputs[path] ?? {})
    if (type === 'mutation') expect(get.status).toBe(405)
    if (type === 'query') expect(post.status).toBe(405)
    await Promise.all([get.body?.cancel(), post.body?.cancel()])
  })

  it('takes no mutation that is not JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const response = await api.post('/api/trpc/runs.start', inputs['runs.start'], { 'content-type': type })
      expect(response.status).toBe(415)
    }
  })

  it('takes at most twenty calls at once', async () => {
    const paths = Array.from({ length: 21 }, () => 'inbox.counts').join(',')
    expect((await api.fetch(`/api/trpc/${paths}?batch=1&input={}`)).status).toBe(400)
    const twenty = Array.from({ length: 20 }, () => 'inbox.counts').join(',')
    expect((await api.fetch(`/api/trpc/${twenty}?batch=1&input={}`)).status).toBe(200)
  })

  it('judges each call of a batch by itself', async () => {
    const input = encodeURIComponent(JSON.stringify({ 1: inputs['runs.get'] }))
    const response = await api.fetch(`/api/trpc/inbox.counts,runs.get?batch=1&input=${input}`, {}, foreign)
    expect(response.status).toBe(207)
    expect(await response.json()).toMatchObject([
      { result: { data: { available: 0 } } },
      { error: { data: { code: 'NOT_FOUND' } } },
    ])
  })

  it('says what is wrong with an input, and nothing of itself (ASVS 2.2.1, 2.2.2, 15.3.5, 16.5.1)', async () => {
    const response = await api.post('/api/trpc/workflows.create', { name: 'a b', ownerId: 'x' })
    expect(response.status).toBe(400)
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({
      error: {
        message: expect.stringContaining('name: A workflow name'),
        data: { apiCode: 'BAD_REQUEST', field: 'name' },
      },
    })
    expect(body).not.toMatch(/stack|node_modules|\/server\//)
    const operator = await api.fetch(`/api/trpc/runs.get?input=${encodeURIComponent('{"runId":{"not":"x"}}')}`)
    expect(operator.status).toBe(400)
  })
})
