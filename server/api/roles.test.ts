import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor, localPerson, localRoles } from '#server/access/actor.ts'
import type { Role } from '#server/access/roles.ts'
import { createKey } from '../keys/create-key.ts'
import { startBulk } from '../runs/bulk/start-bulk.ts'
import { saveView } from '../runs/views/saved-views.ts'
import { ownProvider } from './owners/foreign-owner.ts'
import { appRouter } from './router.ts'
import { apiOf } from './testing/api-of.ts'
import { eventually, startTestApi, type TestApi } from './testing/test-api.ts'
import { actionOf } from './trpc/audited-request.ts'

/**
 * Every procedure that changes something × every role. They come from the router itself: one that is not in the table below
 * fails here, until it is said who may do it.
 */
const as = (id: string, roles: readonly Role[], groups: readonly string[] = []): Actor => {
  const isInstallationAdmin = roles.includes('admin')
  const login = { sessionId: `s-${id}`, userId: `u-${id}`, at: Date.now() }
  return { ...localPerson, id, name: id, roles: [...localRoles, ...roles], groups, isInstallationAdmin, login }
}
const people = {
  somebody: as('pat', []),
  asked: as('ana', [], ['credit']),
  manager: as('mona', ['manager']),
  admin: as('adam', ['admin'], ['credit']),
} as const
type Who = keyof typeof people

const anybody: readonly Who[] = ['somebody', 'asked', 'manager', 'admin']
/** Whose task it is. */
const asked: readonly Who[] = ['asked', 'admin']
/** Whose task it is, and who gives tasks to others. */
const askedOrManager: readonly Who[] = ['asked', 'manager', 'admin']
const managers: readonly Who[] = ['manager', 'admin']
const admins: readonly Who[] = ['admin']

interface Waiting {
  readonly runId: string
  readonly taskId: string
}

interface Rule {
  readonly by: readonly Who[]
  input(waiting: Waiting): unknown
}

const runOf = ({ runId }: Waiting) => ({ runId })
const write = ({ taskId }: Waiting) => ({ taskId, expectedRevision: 1, operationId: randomUUID() })
const text = (name: string) => `workflow_type: ${name}\nsteps: []\n`
const fresh = () => `New_${randomUUID().slice(0, 8)}`

/** Of the local actor, who is none of these. */
const foreignOperation = randomUUID()
const openInvite = randomUUID()
const [webhookId, removedWebhookId, deliveryId] = [randomUUID(), randomUUID(), randomUUID()]
const [triggerId, pausedTriggerId] = [randomUUID(), randomUUID()]

const rules: Readonly<Record<string, Rule>> = {
  'workflows.create': { by: anybody, input: () => ({ name: fresh() }) },
  'workflows.saveDraft': { by: anybody, input: () => ({ name: 'Ask', text: '#', baseRevision: 1 }) },
  'workflows.presence': { by: anybody, input: () => ({ name: 'Ask', sessionId: randomUUID(), steps: [] }) },
  'workflows.publish': { by: anybody, input: () => ({ name: 'Drafted', baseRevision: 1 }) },
  'workflows.import': { by: anybody, input: () => ({ text: text(fresh()) }) },
  'workflows.previewImport': { by: anybody, input: () => ({ files: [{ name: 'a.yaml', text: text('Third') }] }) },
  'workflows.duplicate': { by: anybody, input: () => ({ name: 'Ask', newName: fresh() }) },
  'workflows.archive': { by: anybody, input: () => ({ name: 'Other', archived: true }) },
  'workflows.pin': { by: anybody, input: () => ({ name: 'Ask', step: 'Approval', pinned: { output: 1 } }) },
  'workflows.keepSample': { by: anybody, input: () => ({ name: 'Ask', sample: 'usual', input: {} }) },
  'workflows.createFunction': { by: admins, input: () => ({ name: `${fresh()}.run` }) },
  'runs.start': { by: anybody, input: () => ({ workflow: 'Ask', input: {} }) },
  'runs.test': {
    by: anybody,
    input: () => ({ workflow: 'Ask', text: text('Ask'), plan: { mode: 'whole', pins: {} }, input: {} }),
  },
  'runs.cancel': { by: anybody, input: runOf },
  'runs.retry': { by: anybody, input: runOf },
  'runs.rerun': { by: anybody, input: ({ runId }) => ({ runId, version: 'own', results: 'none' }) },
  'runs.pause': { by: anybody, input: runOf },
  'runs.nextStep': { by: anybody, input: runOf },
  'runs.signal': { by: anybody, input: ({ runId }) => ({ runId, name: 'paid' }) },
  'runs.update': { by: anybody, input: ({ runId }) => ({ runId, name: 'replace' }) },
  'runs.rollback': { by: anybody, input: runOf },
  'runs.acknowledge': { by: anybody, input: runOf },
  'runs.remove': { by: admins, input: runOf },
  'retention.save': { by: admins, input: () => ({ workflow: 'Ask', keep: 30 }) },
  'runs.resume': { by: asked, input: ({ runId }) => ({ runId, input: {} }) },
  'runs.approve': { by: asked, input: runOf },
  'runs.skip': { by: askedOrManager, input: ({ runId }) => ({ runId, step: 'Approval' }) },
  'runs.markDone': { by: askedOrManager, input: ({ runId }) => ({ runId, step: 'Approval', output: {} }) },
  'runs.jump': { by: askedOrManager, input: ({ runId }) => ({ runId, fromStep: 'Approval', toStep: 'END' }) },
  'bulk.start': { by: anybody, input: ({ runId }) => ({ verb: { type: 'pause' }, runIds: [runId] }) },
  'bulk.preview': { by: anybody, input: ({ runId }) => ({ verb: { type: 'retry' }, runIds: [runId] }) },
  // Of an operation that somebody else has started.
  'bulk.cancel': { by: managers, input: () => ({ id: foreignOperation }) },
  'views.save': { by: anybody, input: () => ({ list: 'runs', name: 'Failed', query: { status: 'FAILED' } }) },
  'views.remove': { by: anybody, input: () => ({ id: viewId }) },
  'inbox.decide': { by: asked, input: (waiting) => ({ ...write(waiting), input: {} }) },
  'inbox.decideMany': {
    by: asked,
    input: ({ taskId }) => ({ items: [{ taskId, expectedRevision: 1 }], input: {}, operationId: randomUUID() }),
  },
  'inbox.claim': { by: asked, input: write },
  'inbox.release': { by: askedOrManager, input: write },
  'inbox.assign': { by: managers, input: (waiting) => ({ ...write(waiting), to: 'ben' }) },
  'inbox.delegate': { by: asked, input: (waiting) => ({ ...write(waiting), to: 'ben' }) },
  'inbox.setFollowUp': { by: askedOrManager, input: (waiting) => ({ ...write(waiting), until: null }) },
  'inbox.comment': {
    by: anybody,
    input: ({ taskId }) => ({ taskId, operationId: randomUUID(), text: 'Hello' }),
  },
  'members.setRoles': { by: admins, input: () => ({ personId: 'lea', roles: ['viewer'] }) },
  'members.disable': { by: admins, input: () => ({ personId: 'lea' }) },
  'members.enable': { by: admins, input: () => ({ personId: 'lea' }) },
  'members.remove': { by: admins, input: () => ({ personId: 'leo' }) },
  'members.demandSecondFactor': { by: admins, input: () => ({ isDemanded: true }) },
  'members.demandPublishReview': { by: admins, input: () => ({ isDemanded: false }) },
  'invites.create': { by: admins, input: () => ({ roles: ['viewer'] }) },
  'invites.revoke': { by: admins, input: () => ({ id: openInvite }) },
  'invites.show': { by: anybody, input: () => ({ token: 'x' }) },
  'invites.accept': {
    by: anybody,
    input: () => ({ token: 'x', account: { email: 'a@example.com', name: 'A', password: 'long enough' } }),
  },
  'loginProvider.save': { by: admins, input: () => ownProvider(fresh()) },
  'loginProvider.test': { by: admins, input: () => undefined },
  'loginProvider.remove': { by: admins, input: () => undefined },
  'mappings.save': { by: admins, input: () => ({ provider: '*', claim: 'staff', kind: 'role', target: 'viewer' }) },
  'mappings.remove': { by: admins, input: () => ({ provider: '*', claim: 'staff', kind: 'role', target: 'viewer' }) },
  'owners.choose': { by: anybody, input: () => ({ ownerId: 'acme' }) },
  'owners.enter': { by: admins, input: () => ({ ownerId: 'acme', reason: 'Help' }) },
  'owners.leave': { by: admins, input: () => undefined },
  'members.erase': { by: admins, input: () => ({ personId: 'lou', confirmation: 'lou' }) },
  'owners.create': { by: admins, input: () => ({ id: 'acme', name: 'Acme' }) },
  'owners.rename': { by: admins, input: () => ({ id: 'acme', name: 'Acme' }) },
  'owners.suspend': { by: admins, input: () => ({ id: 'acme' }) },
  'owners.resume': { by: admins, input: () => ({ id: 'acme' }) },
  'keys.create': { by: anybody, input: () => ({ name: 'New', permissions: [] }) },
  'keys.revoke': { by: anybody, input: () => ({ id: keyId }) },
  'services.create': { by: admins, input: () => ({ id: fresh(), name: 'New', roles: [] }) },
  'services.change': { by: admins, input: () => ({ id: 'changed', name: 'New', roles: [] }) },
  'services.remove': { by: admins, input: () => ({ id: 'removed' }) },
  'directory.savePerson': { by: admins, input: () => ({ id: 'cleo', name: 'Cleo' }) },
  'directory.removePerson': { by: admins, input: () => ({ id: 'cleo' }) },
  'directory.saveGroup': { by: admins, input: () => ({ id: 'sales', name: 'Sales' }) },
  'directory.removeGroup': { by: admins, input: () => ({ id: 'sales' }) },
  'triggers.listen': { by: anybody, input: () => ({ workflow: 'Ask' }) },
  'triggers.stopListening': { by: anybody, input: () => ({ id: `test-${'a'.repeat(32)}` }) },
  'triggers.pause': { by: anybody, input: () => ({ id: triggerId }) },
  'triggers.resume': { by: anybody, input: () => ({ id: pausedTriggerId }) },
  'triggers.fire': { by: anybody, input: () => ({ id: triggerId, operationId: randomUUID() }) },
  'triggers.backfill': {
    by: anybody,
    input: () => ({ id: triggerId, from: '2026-01-01T00:00:00Z', until: '2026-01-01T02:00:00Z' }),
  },
  'locks.label': { by: admins, input: () => ({ id: 'device:1', labels: { site: fresh() } }) },
  'locks.forceRelease': { by: admins, input: ({ runId }) => ({ id: `run:${runId}`, runId, reason: 'Stuck' }) },
  'webhooks.create': {
    by: admins,
    input: () => ({ url: 'https://example.com/hook', eventFilter: [], maxRetries: 1 }),
  },
  'webhooks.change': { by: admins, input: () => ({ id: webhookId, maxRetries: 2 }) },
  'webhooks.remove': { by: admins, input: () => ({ id: removedWebhookId }) },
  'webhooks.rotate': { by: admins, input: () => ({ id: webhookId }) },
  'webhooks.test': { by: admins, input: () => ({ id: webhookId }) },
  'webhooks.redeliver': { by: admins, input: () => ({ id: deliveryId }) },
  'secrets.create': {
    by: admins,
    input: () => ({ name: fresh(), value: 'a value', origins: ['functions'], workflows: [] }),
  },
  'connectors.save': { by: anybody, input: () => ({ name: fresh(), text: apiOf('Shop') }) },
  'connectors.remove': { by: anybody, input: () => ({ name: 'shop' }) },
  'variables.save': { by: anybody, input: () => ({ name: fresh(), value: 'a value' }) },
  'variables.remove': { by: anybody, input: () => ({ name: 'BASE_URL' }) },
  'connections.create': {
    by: admins,
    input: () => ({
      name: fresh(),
      kind: 'http_bearer',
      settings: { origin: 'https://api.example.com' },
      secrets: { token: 'a value' },
      workflows: [],
    }),
  },
  'connections.change': {
    by: admins,
    input: () => ({ name: 'crm', settings: { origin: 'https://api.example.com' }, workflows: [] }),
  },
  'connections.test': { by: anybody, input: () => ({ name: 'crm' }) },
  'connections.remove': { by: admins, input: () => ({ name: 'crm' }) },
  'secrets.replace': { by: admins, input: () => ({ name: 'TOKEN', value: 'another value' }) },
  'secrets.change': { by: admins, input: () => ({ name: 'TOKEN', origins: ['functions'], workflows: [] }) },
  'secrets.remove': { by: admins, input: () => ({ name: 'TOKEN' }) },
  'alerts.save': {
    by: anybody,
    input: () => ({
      workflow: 'Ask',
      failed: true,
      lateMinutes: null,
      stuckMinutes: null,
      recovered: false,
      people: [],
      addresses: ['a@example.com'],
      timeZone: 'UTC',
      quiet: null,
      enabled: true,
    }),
  },
  'alerts.test': { by: anybody, input: () => ({ id: alertRules.kept }) },
  'alerts.resend': { by: anybody, input: () => ({ id: failedAlert }) },
  'alerts.replaceSecret': { by: admins, input: () => ({ id: alertRules.kept }) },
  'alerts.remove': { by: anybody, input: () => ({ id: alertRules.removed }) },
  'notifications.save': {
    by: anybody,
    input: () => ({ email: null, pace: 'hour', kinds: [], timeZone: 'UTC', quiet: null }),
  },
  'notifications.test': { by: anybody, input: () => undefined },
  'notifications.resend': { by: anybody, input: () => ({ id: openInvite }) },
}

/** Rules about runs, one to be removed, and a message that was given up. */
const alertRules = { kept: randomUUID(), removed: randomUUID() }
const failedAlert = randomUUID()

let api: TestApi
/** A view of somebody's. */
let viewId = ''
/** A key of somebody's. */
let keyId = ''
beforeAll(async () => {
  api = await startTestApi()
  const ask = 'workflow_type: Ask\nsteps:\n  - name: Approval\n    type: HUMAN\n    title: Well\n    groups: [credit]\n'
  const some = "steps:\n  - name: A\n    type: TRANSFORM\n    set: { a: '1' }\n"
  for (const each of [ask, `workflow_type: Other\n${some}`]) expect((await api.publish(each)).status).toBe(201)
  await api.post('/api/trpc/workflows.create', { name: 'Drafted', text: `workflow_type: Drafted\n${some}` })
  viewId = (await saveView(api.services.stores, people.somebody, 'runs', { name: 'Mine', query: {}, shared: false })).id
  await api.post('/api/trpc/directory.savePerson', { id: 'ben', name: 'Ben' })
  const crm = {
    name: 'crm',
    kind: 'http_bearer',
    settings: { origin: 'https://api.example.com' },
    secrets: { token: 'a value' },
    workflows: [],
  }
  await api.post('/api/trpc/connections.create', crm)
  await api.post('/api/trpc/connectors.save', { name: 'shop', text: apiOf('Shop') })
  await api.post('/api/trpc/variables.save', { name: 'BASE_URL', value: 'a value' })
  const token = { name: 'TOKEN', value: 'a value', origins: ['functions'], workflows: [] }
  await api.post('/api/trpc/secrets.create', token)
  const { pool } = api.services.stores
  await pool.query(
    `insert into webhook (id, owner_id, url, max_retries, created_by)
     select id, 'local', 'https://example.com/', 1, 'lea' from unnest($1::uuid[]) id`,
    [[webhookId, removedWebhookId]],
  )
  await pool.query(
    `insert into trigger (id, owner_id, workflow, name, type, spec, paused_at)
     select id, 'local', 'Ask', id::text, 'schedule', '{"type":"schedule","every_seconds":3600}',
            case when paused then now() end
       from unnest($1::uuid[], '{false,true}'::boolean[]) as t(id, paused)`,
    [[triggerId, pausedTriggerId]],
  )
  await pool.query(
    `insert into webhook_delivery (id, owner_id, webhook_id, lane, seq, kind, state)
     values ($1, 'local', $2, $1, 0, 'webhook.test', 'failed')`,
    [deliveryId, webhookId],
  )
  await api.services.stores.pool.query(
    `insert into person (owner_id, id, name) values ('local', 'lea', 'Lea'), ('local', 'leo', 'Leo'), ('local', 'lou', 'Lou');
     insert into member (owner_id, person_id, roles) values ('local', 'lea', '{viewer}'), ('local', 'leo', '{viewer}');
     insert into invite (owner_id, id, sha256, roles, invited_by, invited_by_name, expires_at)
       values ('local', '${openInvite}', '', '{viewer}', 'adam', 'adam', now() + interval '1 hour')`,
  )
  await api.services.stores.pool.query(
    `insert into member (owner_id, person_id, user_id, roles)
     select 'local', m.id, 'u-' || m.id, m.roles from json_to_recordset($1) m(id text, roles text[])`,
    [JSON.stringify(Object.values(people))],
  )
  await api.services.stores.pool.query(
    `insert into member (owner_id, person_id, kind) values ('local', 'changed', 'service'), ('local', 'removed', 'service')`,
  )
  await api.services.stores.pool.query(
    `insert into alert_rule (owner_id, id, workflow, failed, webhook_url, created_by)
     select 'local', id, 'Ask', true, 'https://hooks.example', 'adam' from unnest($1::uuid[]) id`,
    [Object.values(alertRules)],
  )
  await api.services.stores.pool.query(
    `insert into alert_message (id, owner_id, rule_id, batch_id, channel, receiver, state)
     values ($1, 'local', $2, $2, 'webhook', '', 'failed')`,
    [failedAlert, alertRules.kept],
  )
  keyId = (await createKey(api.services.stores, people.somebody, { name: 'Mine', permissions: [] })).id
  const { runId } = await waitingRun()
  await startBulk(api.services.stores, localActor, {
    verb: { type: 'acknowledge' },
    runIds: [runId],
    operationId: foreignOperation,
  })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { readonly _def: { readonly type: string } }>,
)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([path]) => path)

/** A run that waits for the group credit. */
async function waitingRun(): Promise<Waiting> {
  const { runId } = await appRouter.createCaller({ ...api.services, actor: localActor }).runs.start({
    workflow: 'Ask',
    input: {},
  })
  const taskId = await eventually(async () => {
    const { rows } = await api.services.stores.pool.query<{ id: string }>(
      'select id from human_task where run_id = $1',
      [runId],
    )
    return rows[0]?.id
  })
  return { runId, taskId }
}

/** The task is held by the person whom it asks. */
async function hold({ taskId }: Waiting): Promise<void> {
  await api.services.stores.pool.query(
    `update human_task set held_by = 'ana', held_by_name = 'Ana', held_at = now() where id = $1`,
    [taskId],
  )
}

/** The run holds the lock of a resource. */
async function lock({ runId }: Waiting): Promise<void> {
  await api.services.stores.pool.query(
    `insert into resource_lock (owner_id, resource, run_id, root_run_id, mode, token)
     values ('local', $1, $2, $2, 'exclusive', 1)`,
    [`run:${runId}`, runId],
  )
}

/** Whether the role stands against it; whatever else is said against it does not count. */
async function isBarred(path: string, who: Who, waiting: Waiting): Promise<boolean> {
  const caller = appRouter.createCaller({ ...api.services, actor: people[who] })
  const procedure = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], caller)
  try {
    const answer = await (procedure as (input: unknown) => Promise<unknown>)(rules[path]?.input(waiting))
    return JSON.stringify(answer ?? null).includes('"code":"NOT_ENTITLED"')
  } catch (error) {
    const cause = error instanceof TRPCError ? (error.cause as { code?: string } | undefined) : undefined
    if (cause?.code === undefined) throw error
    expect(['BAD_REQUEST', 'UNAUTHENTICATED', 'INTERNAL'], `${path}: ${(error as Error).message}`).not.toContain(
      cause.code,
    )
    return cause.code === 'FORBIDDEN' || cause.code === 'NOT_ENTITLED'
  }
}

/** Mutations that have no row of the audit, each with the reason. */
const withoutRow: Readonly<Record<string, string>> = {
  'workflows.presence': 'It is forgotten within seconds.',
  'workflows.previewImport': 'It changes nothing.',
  'bulk.preview': 'It changes nothing.',
  'invites.show': 'It changes nothing.',
  'invites.accept': 'It needs accounts: see server/identity/members.',
  'notifications.save': 'It needs a person of the directory: see procedures/notifications.test.ts.',
  'notifications.resend': 'It needs a mail server: see procedures/notifications.test.ts.',
  'notifications.test': 'It needs a person of the directory: see procedures/notifications.test.ts.',
  'loginProvider.test': 'Nobody logs in here: see server/web/own-provider-sessions.test.ts.',
  'triggers.listen': 'It starts nothing, and is forgotten after one call or some minutes.',
  'triggers.stopListening': 'It changes nothing that outlasts it.',
  'owners.choose': 'It needs accounts: see server/identity/owners.',
  'owners.enter': 'It needs accounts: see server/identity/owners.',
  'owners.leave': 'It needs accounts: see server/identity/owners.',
  'runs.remove': 'The run of this test has not ended: see procedures/runs/remove-run.test.ts.',
  'runs.start': 'The run itself has its starter and its instant.',
  'runs.update': 'The run of this test is no code: see rest/runs/code-runs.test.ts.',
  'runs.test': 'The run itself has its starter and its instant.',
  'runs.rerun': 'The new run has its starter and its instant; a run that it continues has a row.',
}

/** Mutations whose rows tell more exactly what was done. */
const rowOf: Readonly<Record<string, string>> = {
  'workflows.import': 'workflow.create',
  'workflows.duplicate': 'workflow.create',
  'runs.resume': 'task.decide',
}

interface AuditedCall {
  readonly actor_id: string
  readonly action: string
  readonly outcome: string
}

async function auditedAfter(id: string): Promise<readonly AuditedCall[]> {
  const { rows } = await api.services.stores.pool.query<AuditedCall>(
    'select actor_id, action, outcome from audit where id > $1 order by id',
    [id],
  )
  return rows
}

async function lastAuditId(): Promise<string> {
  const { rows } = await api.services.stores.pool.query<{ id: string }>(
    'select coalesce(max(id), 0)::text as id from audit',
  )
  return rows[0]?.id ?? '0'
}

describe('who may do what', () => {
  it('is said of each procedure that changes something', () => {
    expect(Object.keys(rules).toSorted()).toEqual(mutations.toSorted())
  })

  it.each(mutations)(
    '%s is done by whoever may, and by nobody else; the audit has a row of each (access 13; ASVS 16.2.1, 16.3.2)',
    async (path) => {
      const allowed: Who[] = []
      const before = await lastAuditId()
      for (const who of anybody) {
        const waiting = await waitingRun()
        if (path === 'inbox.release') await hold(waiting)
        if (path === 'locks.forceRelease') await lock(waiting)
        if (!(await isBarred(path, who, waiting))) allowed.push(who)
      }
      expect(allowed).toEqual(rules[path]?.by)
      const audited = await auditedAfter(before)
      const known = new Set(allowed.map((who) => people[who].id))
      const done = audited.filter(
        ({ actor_id, outcome }) => known.has(actor_id.replace('installation:u-', '')) && outcome !== 'refused',
      )
      if (withoutRow[path]) expect(done).toEqual([])
      else expect(done.map(({ action }) => action)).toContain(rowOf[path] ?? actionOf(path))
      for (const who of anybody.filter((each) => !allowed.includes(each)))
        expect(audited).toContainEqual({ actor_id: people[who].id, action: actionOf(path), outcome: 'refused' })
    },
  )

  it('is asked of roles in one place', () => {
    const folder = join(import.meta.dirname, '..')
    const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
    const matching = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(join(folder, file), 'utf8')))
    const readers = matching(/\broles\b[^:]*\.(includes|some)\(|\{[^}]*\broles\b[^}]*\}: Actor/)
    expect(readers.toSorted()).toEqual(['access/actor.ts', 'access/roles.ts'])
    const askers = matching(/from '[^']*\/roles\.ts'/).filter(
      (file) => !/^(api\/(testing|matrix)|web\/testing|identity)\//.test(file),
    )
    expect(askers.toSorted()).toEqual([
      'access/actor.ts',
      'access/may.ts',
      // These store and read roles; only access tells what they permit.
      'api/procedures/members.ts',
      'api/request/key-inputs.ts',
      'keys/actor-of-key.ts',
      'keys/models.ts',
      'keys/services.ts',
    ])
  })
})
