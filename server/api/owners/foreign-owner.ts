import { randomUUID } from 'node:crypto'
import { type Actor, localPerson, localRoles } from '#server/access/actor.ts'
import { storeFile } from '../../files/store-file.ts'
import { newTestId } from '../../triggers/hooks/hook-id.ts'
import { appRouter } from '../router.ts'
import { apiOf } from '../testing/api-of.ts'
import { eventually, letGo, type TestApi } from '../testing/test-api.ts'

/** A canary text in everything that the owner alpha has. No response to another owner may contain it. */
export const canary = 'Zanzibar-7421'

export const roles = { somebody: localRoles, manager: [...localRoles, 'manager'], admin: ['admin'] } as const
export type Role = keyof typeof roles

/** An actor of an owner, with membership in every group. */
export const actorOf = (ownerId: string, role: Role): Actor => ({
  ...localPerson,
  id: `${ownerId}-${role}`,
  name: `${ownerId} ${role}`,
  ownerId,
  groups: ['*'],
  roles: roles[role],
  login: { sessionId: `s-${ownerId}-${role}`, userId: `u-${ownerId}-${role}`, at: Date.now() },
})

/** The ids in requests: resources of alpha, or, before those exist, ids that do not exist. */
export interface Ids {
  readonly runId: string
  readonly taskId: string
  /** A task that an actor of alpha has claimed. */
  readonly heldTaskId: string
  readonly failedId: string
  readonly largeId: string
  readonly sha256: string
  /** A file that the failed run uses. */
  readonly fileId: string
  readonly bulkId: string
  readonly viewId: string
  /** A rule about runs, and a message of it that was given up. */
  readonly ruleId: string
  readonly alertId: string
  readonly inviteId: string
  /** The session of the window in which an actor of alpha has the draft of Ask open. */
  readonly sessionId: string
  /** Of the draft of Ask. */
  readonly revision: number
  /** An API key of an actor of alpha. */
  readonly keyId: string
  readonly webhookId: string
  /** A delivery that was given up. */
  readonly deliveryId: string
  readonly triggerId: string
  readonly pausedTriggerId: string
  readonly testCallId: string
  /** A resource that the run holds and another run of alpha waits for. */
  readonly resourceId: string
  /** A task of a queue that an agent of alpha holds. */
  readonly work: { readonly id: string; readonly token: string }
}

export const nobodysIds = (): Ids => ({
  runId: randomUUID(),
  taskId: randomUUID(),
  heldTaskId: randomUUID(),
  failedId: randomUUID(),
  largeId: randomUUID(),
  sha256: 'a'.repeat(64),
  fileId: 'b'.repeat(64),
  bulkId: randomUUID(),
  viewId: randomUUID(),
  ruleId: randomUUID(),
  alertId: randomUUID(),
  inviteId: randomUUID(),
  sessionId: randomUUID(),
  revision: 1,
  keyId: 'nobodys0',
  webhookId: randomUUID(),
  deliveryId: randomUUID(),
  triggerId: randomUUID(),
  pausedTriggerId: randomUUID(),
  testCallId: newTestId(),
  resourceId: `nobody:${randomUUID()}`,
  work: { id: randomUUID(), token: randomUUID() },
})

/** A workflow whose runs wait for a person. */
export const askText = `workflow_type: Ask\ntitle: ${canary}\ndescription: ${canary}\ntags: [${canary}]\nsteps: [{ name: Approval, type: HUMAN, title: ${canary}, groups: [credit] }]\n`

const texts = [
  askText,
  `workflow_type: Broken\ndescription: ${canary}\nsteps: [{ name: A, function: t.fail }]\n`,
  `workflow_type: ${canary}/Deep\nsteps: [{ name: A, function: t.pass }]\n`,
  `workflow_type: Large\ndescription: ${canary}\nsteps: [{ name: A, function: t.huge }]\n`,
]

/** The actor is made anew, since its login has to be fresh. */
const callerOf = ({ services, storesOf }: TestApi) =>
  appRouter.createCaller({ ...services, stores: storesOf('alpha'), actor: actorOf('alpha', 'admin') })

/** One of everything, of the owner alpha. */
export async function furnishAlpha(api: TestApi): Promise<Ids> {
  const caller = callerOf(api)
  for (const text of texts) await caller.workflows.import({ text, publish: true })
  await caller.directory.saveGroup({ id: 'zanzibar', name: canary })
  await caller.directory.savePerson({ id: 'zara', name: canary, groups: ['zanzibar'] })
  const origins = ['https://zanzibar.example']
  await caller.connections.create({
    name: 'zebra',
    kind: 'http_bearer',
    settings: { origin: 'https://zanzibar.example' },
    secrets: { token: canary },
    workflows: [canary],
  })
  for (const name of ['zebra', 'zanzibar']) {
    await caller.connectors.save({ name, text: apiOf(canary) })
  }
  for (const name of ['ZEBRA', 'ZANZIBAR']) {
    await caller.variables.save({ name, value: canary, description: canary })
  }
  await caller.secrets.create({ name: 'ZEBRA', value: canary, origins, workflows: [canary] })
  await caller.workflows.pin({ name: 'Ask', step: 'Approval', pinned: { output: canary } })
  await caller.workflows.keepSample({ name: 'Ask', sample: canary, input: { note: canary } })
  const start = async (workflow: string) =>
    (await caller.runs.start({ workflow, input: { note: canary }, tags: [canary] })).runId
  const [failedId, largeId] = [await start('Broken'), await start('Large')]
  const { rows } = await eventually(async () => {
    const found = await api.services.stores.pool.query<{ sha256: string }>(
      `select sha256 from payload_use join run_state using (run_id)
        where run_id = $1 and ended_at is not null and exists (select from run_search where run_id = $2)`,
      [largeId, failedId],
    )
    return found.rows.length > 0 ? found : undefined
  })
  const fileId = await furnishFile(api, failedId)
  return { ...(await refurnishAlpha(api)), failedId, largeId, sha256: rows[0]?.sha256 ?? '', fileId }
}

/** A file of alpha that the run uses. */
async function furnishFile({ services }: TestApi, runId: string): Promise<string> {
  const { pool } = services.stores
  const file = { name: `${canary}.txt`, content: Buffer.from(canary), uploadedBy: 'alpha-admin' }
  const { heddle_file: fileId } = await storeFile(pool, 'alpha', file)
  await pool.query('insert into payload_use (run_id, owner_id, sha256) values ($1, $2, $3)', [runId, 'alpha', fileId])
  return fileId
}

/**
 * Recreates what a write may have consumed: a waiting run, its task, an unfinished bulk operation, a view, an open
 * draft.
 */
export async function refurnishAlpha(api: TestApi): Promise<Omit<Ids, 'failedId' | 'largeId' | 'sha256' | 'fileId'>> {
  const caller = callerOf(api)
  await caller.workflows.archive({ name: 'Ask', archived: false })
  const [{ runId, taskId }, held] = [await waiting(caller), await waiting(caller)]
  const heldTaskId = held.taskId
  await caller.inbox.claim({ taskId: heldTaskId, expectedRevision: 1, operationId: randomUUID() })
  await caller.inbox.comment({ taskId, operationId: randomUUID(), text: canary })
  const { id: bulkId } = await caller.bulk.start({ verb: { type: 'acknowledge' }, runIds: [runId] })
  // Every act that changes something comes here, and an owner has a bounded number of views and open invitations.
  const { pool } = api.services.stores
  await pool.query(`delete from saved_view where owner_id = 'alpha' and name like $1`, [`${canary} %`])
  await pool.query(`delete from invite where owner_id = 'alpha'`)
  await caller.views.save({ list: 'runs', name: `${canary} ${runId}`, query: { search: canary }, shared: true })
  const views = await caller.views.list({ list: 'runs' })
  const viewId = views.find(({ name }) => name.endsWith(runId))?.id ?? ''
  const { revision } = await caller.workflows.draft({ name: 'Ask' })
  const sessionId = await openDraft(api, caller)
  const { id: inviteId } = await addMembers(api, caller)
  const keyId = await makeKey(api, caller)
  const rule = await makeRule(api, caller)
  const webhook = await addWebhook(api, runId)
  const triggers = await addTriggers(api, runId)
  const resourceId = await addLocks(api, runId, held.runId)
  await letGo(api, [runId, held.runId])
  const work = await addWork(api, runId)
  return {
    runId,
    taskId,
    heldTaskId,
    bulkId,
    viewId,
    sessionId,
    revision,
    inviteId,
    keyId,
    ...webhook,
    ...triggers,
    ...rule,
    resourceId,
    work,
  }
}

/** An agent with a task in hand, and an answer that it has given. */
async function addWork({ services }: TestApi, runId: string): Promise<Ids['work']> {
  const { pool } = services.stores
  const values = [runId, canary]
  await pool.query(`insert into agent (owner_id, id, queues, actor_id, expires_at)
    values ('alpha', 'zulu', '{zanzibar}', 'alpha-admin', 'infinity') on conflict do nothing`)
  await pool.query(
    `insert into agent_answer (token, owner_id, run_id, task_id, digest, result)
     values (gen_random_uuid(), 'alpha', $1, gen_random_uuid(), $2, $2)`,
    values,
  )
  await pool.query('delete from async_task where run_id = $1', [runId])
  const { rows } = await pool.query<Ids['work']>(
    `insert into async_task (run_id, task_id, owner_id, workflow, queue, request, idempotent, token, worker_id, kind, type,
                             claimed_at, heartbeat_at)
     values ($1, 'code:1:1', 'alpha', 'Ask', 'zanzibar', json_build_object('upToSeq', 1, 'note', $2::text)::text, true,
             gen_random_uuid(), 'zulu', 'workflow', $2, now(), now())
     returning id, token`,
    values,
  )
  return rows[0] as Ids['work']
}

async function makeRule({ services }: TestApi, caller: ReturnType<typeof callerOf>) {
  const { id: ruleId } = await caller.alerts.save({
    workflow: 'Ask',
    failed: true,
    lateMinutes: null,
    stuckMinutes: null,
    recovered: false,
    people: [],
    addresses: [`${canary.toLowerCase()}@example.com`],
    webhookUrl: `https://hooks.example/${canary}`,
    timeZone: 'UTC',
    quiet: null,
    enabled: true,
  })
  const { rows } = await services.stores.pool.query<{ id: string }>(
    `insert into alert_message (id, owner_id, rule_id, batch_id, channel, receiver, state, reason)
     values (gen_random_uuid(), 'alpha', $1, gen_random_uuid(), 'address', $2, 'failed', $2) returning id`,
    [ruleId, canary],
  )
  return { ruleId, alertId: rows[0]?.id ?? '' }
}

/** The settings of a login provider. */
export const ownProvider = (name: string) => ({
  name,
  issuer: 'https://login.example',
  clientId: 'heddle',
  clientSecret: 'a secret of the client',
  scopes: 'openid',
  groupsClaim: null,
  acr: [],
  domains: [],
})

/** Members and what belongs to them, with a disabled member, so that both disabling and enabling change one. */
async function addMembers({ services }: Pick<TestApi, 'services'>, caller: ReturnType<typeof callerOf>) {
  const { pool } = services.stores
  await pool.query(`insert into "owner" (id, name) values ('alpha', $1), ('beta', 'Beta') on conflict do nothing`, [
    canary,
  ])
  await addActors({ services }, 'alpha')
  await pool.query(`insert into person (owner_id, id, name) values ('alpha', 'zoe', $1) on conflict do nothing`, [
    canary,
  ])
  await pool.query(
    `insert into member (owner_id, person_id, user_id, roles, status)
     values ('alpha', 'zoe', 'u-zoe', '{viewer}', 'disabled')
     on conflict (owner_id, person_id) do update set roles = excluded.roles, status = excluded.status`,
  )
  await pool.query(
    `insert into owner_entry (owner_id, session_id, user_id, name, reason, until)
     values ('alpha', 's', 'u', $1, $1, now() + interval '1 hour')`,
    [canary],
  )
  await pool.query(
    `insert into erased_person (owner_id, person_id, asked_by, done_at) values ('alpha', $1, 'root', now()) on conflict do nothing`,
    [canary.toLowerCase()],
  )
  await caller.directory.saveGroup({ id: 'zanzibar', name: canary })
  await caller.mappings.save({ provider: '*', claim: 'staff', kind: 'group', target: 'zanzibar' })
  await caller.mappings.save({ provider: '*', claim: canary, kind: 'role', target: 'viewer' })
  await caller.loginProvider.save(ownProvider(canary))
  return caller.invites.create({ roles: ['viewer'], email: `${canary.toLowerCase()}@example.com` })
}

/** Makes the actors of an owner members, so that they may have keys and change members: only the owner stands against it. */
export async function addActors({ services }: Pick<TestApi, 'services'>, ownerId: string): Promise<void> {
  const { pool } = services.stores
  const actors = Object.entries(roles).map(([role, held]) => ({ id: `${ownerId}-${role}`, held }))
  await pool.query('insert into "owner" (id, name) values ($1, $1) on conflict do nothing', [ownerId])
  await pool.query(
    `insert into member (owner_id, person_id, user_id, roles)
     select $1, m.id, 'u-' || m.id, m.held from json_to_recordset($2) m(id text, held text[]) on conflict do nothing`,
    [ownerId, JSON.stringify(actors)],
  )
}

/** A webhook of alpha with a delivery that was given up. */
async function addWebhook({ services }: TestApi, runId: string): Promise<Pick<Ids, 'webhookId' | 'deliveryId'>> {
  const [webhookId, deliveryId] = [randomUUID(), randomUUID()]
  const { pool } = services.stores
  // An owner has a bounded number of them.
  await pool.query(`delete from webhook where owner_id = 'alpha'`)
  await pool.query(
    `insert into webhook (id, owner_id, url, event_filter, max_retries, created_by)
     values ($1, 'alpha', $2, '{webhook.none}', 1, 'zara')`,
    [webhookId, `https://example.com/${canary}`],
  )
  await pool.query(
    `insert into webhook_delivery (id, owner_id, webhook_id, lane, run_id, seq, kind, state, error)
     values ($1, 'alpha', $2, $3, $3, 1, 'workflow.run.created', 'failed', $4)`,
    [deliveryId, webhookId, runId, canary],
  )
  return { webhookId, deliveryId }
}

/** Schedules of alpha, one of them paused, with a firing that was skipped. */
async function addTriggers(
  { services }: TestApi,
  runId: string,
): Promise<Pick<Ids, 'triggerId' | 'pausedTriggerId' | 'testCallId'>> {
  const [triggerId, pausedTriggerId] = [randomUUID(), randomUUID()]
  const { pool } = services.stores
  await pool.query(`delete from trigger where owner_id = 'alpha'`)
  await pool.query(
    `insert into trigger (id, owner_id, workflow, name, type, spec, paused_at, paused_by)
     select id, 'alpha', 'Ask', $1 || id, 'schedule', $2, case when paused then now() end, case when paused then $1 end
       from unnest($3::uuid[], '{false,true}'::boolean[]) as t(id, paused)`,
    [
      canary,
      JSON.stringify({ type: 'schedule', every_seconds: 3_600, input: { a: canary } }),
      [triggerId, pausedTriggerId],
    ],
  )
  await pool.query(
    `insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, state, reason, run_id, ended_at)
     values ($1, $2, 'alpha', 'planned', now(), now(), 'skipped', $2, $3, now())`,
    [triggerId, canary, runId],
  )
  const testCallId = newTestId()
  await pool.query(
    `insert into test_call (id, owner_id, person_id, workflow, expires_at, called_at, call)
     values ($1, 'alpha', 'alpha-admin', 'Ask', now() + interval '1 hour', now(), $2)`,
    [testCallId, JSON.stringify({ ok: false, message: canary })],
  )
  return { triggerId, pausedTriggerId, testCallId }
}

/** A resource that one run of alpha holds and another waits for. */
async function addLocks({ services }: TestApi, holder: string, waiter: string): Promise<string> {
  const { pool } = services.stores
  const id = 'device:alpha-7421'
  await pool.query(`delete from resource_lock where owner_id = 'alpha'`)
  await pool.query(`delete from lock_request where owner_id = 'alpha'`)
  await pool.query(
    `insert into resource (owner_id, id, kind, labels) values ('alpha', $1, 'device', $2)
     on conflict (owner_id, id) do update set labels = excluded.labels`,
    [id, { site: canary }],
  )
  await pool.query(
    `insert into resource_lock (owner_id, resource, run_id, root_run_id, mode, token)
     values ('alpha', $1, $2, $2, 'exclusive', 1)`,
    [id, holder],
  )
  await pool.query(
    `insert into lock_request (run_id, owner_id, root_run_id, request, resources, priority, position, tries, retry_note, blocked_by)
     values ($1, 'alpha', $1, 1, array[$2], 0, 1, 1, $3, array[$4::uuid])`,
    [waiter, id, canary, holder],
  )
  return id
}

/** A key and a service of alpha. */
async function makeKey(api: TestApi, caller: ReturnType<typeof callerOf>): Promise<string> {
  const known = (await caller.services.list()).find(({ id }) => id === 'zulu')
  if (!known) await caller.services.create({ id: 'zulu', name: canary, roles: [] })
  await api.services.stores.pool.query(`delete from api_key where owner_id = 'alpha'`)
  return (await caller.keys.create({ name: canary, permissions: [] })).id
}

/** An entry of presence that never expires: expired ones are removed by the next call, whatever its owner. */
async function openDraft({ services }: TestApi, caller: ReturnType<typeof callerOf>): Promise<string> {
  const sessionId = randomUUID()
  await caller.workflows.presence({ name: 'Ask', sessionId, steps: [] })
  await services.stores.pool.query(`update presence set seen_at = 'infinity', name = $2 where session_id = $1`, [
    sessionId,
    canary,
  ])
  return sessionId
}

async function waiting(
  caller: ReturnType<typeof callerOf>,
): Promise<{ readonly runId: string; readonly taskId: string }> {
  const { runId } = await caller.runs.start({ workflow: 'Ask', input: { note: canary }, tags: [canary] })
  const taskId = await eventually(async () => {
    const { items } = await caller.inbox.list({ scope: 'all', filter: { belowRunId: runId } })
    return items[0]?.taskId
  })
  return { runId, taskId }
}

/** Tables with rows of a run, or of people's actions on it. */
const ofRuns = [
  'run',
  'run_state',
  'run_log',
  'mailbox',
  'timer',
  'human_task',
  'task_event',
  'ready',
  'run_slot',
  'async_task',
  'agent_answer',
  'lock_request',
  'resource_lock',
  'resource_watch',
]
/** Tables whose rows belong to an owner and have a name. */
const ofOwners = ['workflow', 'definition', 'draft', 'pinned_output', 'sample_input', 'saved_view']
const ofPeople = [
  'person',
  'person_group',
  'group_member',
  'bulk_operation',
  'member',
  'invite',
  'group_mapping',
  'owner_entry',
  'erased_person',
  'api_key',
  'secret',
  'connection',
  'variable',
  'connector',
  'alert_rule',
  'alert_message',
  'alert',
  'trigger',
  'trigger_firing',
  'test_call',
  'webhook',
  'webhook_secret',
  'webhook_delivery',
  'retention_setting',
  'owner_provider',
  'resource',
  'agent',
]

const ofRunsWhere = 't::text like any($1::text[])'
const ofAlphaWhere = "t.owner_id = 'alpha'"
const tables = [
  ...ofRuns.map((table) => ({ table, where: ofRunsWhere })),
  ...[...ofOwners, ...ofPeople].map((table) => ({ table, where: ofAlphaWhere })),
  { table: 'presence', where: `${ofAlphaWhere} and t.seen_at = 'infinity'` },
  { table: 'bulk_item', where: 't.bulk_id = $2' },
  { table: 'payload', where: `${ofAlphaWhere} and t.is_file` },
]
/** One prepared statement for all tables: the matrix asks it some thousand times. */
const alphasRowsQuery = {
  name: 'alphas_rows',
  text: tables
    .map(
      ({ table, where }, place) =>
        `select ${place} as place, '${table} ' || t::text as row from ${table} t where ${where}`,
    )
    .join(' union all ')
    .concat(' order by 1, 2'),
}

/** All rows of alpha that a write could change, as text. */
export async function alphasRows({ services }: TestApi, ids: Ids): Promise<string> {
  const said = [ids.runId, ids.taskId, ids.heldTaskId, ids.failedId, ids.largeId].map((id) => `%${id}%`)
  const { rows } = await services.stores.pool.query<{ row: string }>({ ...alphasRowsQuery, values: [said, ids.bulkId] })
  return rows.map(({ row }) => row).join('\n')
}
