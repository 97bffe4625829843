import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import { savePerson } from '#server/directory/save-person.ts'
import { createAccount } from '#server/identity/create-account.ts'
import { createAccounts } from '#server/identity/create-accounts.ts'
import { erasePerson } from '#server/identity/members/erase-person.ts'
import { createDatabase } from '../../db/client.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { crashPoints } from '../../engine/crash-points.ts'
import { createStores } from '../../stores.ts'
import { eraseBatch } from './erase-names.ts'

const name = 'Zygmunt Canary'
const email = 'zygmunt.canary@example.com'
const personId = 'p-7'
const actor = { id: personId, name }

let harness: Harness
let database: ReturnType<typeof createDatabase>
beforeAll(async () => {
  harness = await createHarness()
  database = createDatabase(harness.databaseUrl)
  await harness.publish('Asks', [
    standard('First', 'add_one'),
    { name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'], approvals_required: 2 } as never,
  ])
  await harness.engine()
})
afterAll(async () => {
  await database.$disconnect()
  await harness.close()
})

const sql = async (text: string, values: unknown[] = []) => (await harness.pool.query(text, values)).rows
const stores = () => ({ pool: harness.pool, accounts: createAccounts(harness.pool) })
const erase = (confirmation = personId) => erasePerson(stores(), localActor, { personId, confirmation })
async function work() {
  while ((await eraseBatch(harness.pool)) === 'worked');
}

/** Each table and column with text of any kind in which a text is found. */
async function placesOf(text: string): Promise<readonly string[]> {
  const columns = await sql(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and format_type(a.atttypid, null) ~ 'text|char|json|bytea|tsvector' order by 1, 2`,
  )
  const places: string[] = []
  for (const { table, column } of columns) {
    const [{ found }] = await sql(
      `select exists (select from "${table}" where strpos(lower("${column}"::text), lower($1)) > 0
         or strpos(lower("${column}"::text), lower($2)) > 0) as found`,
      [text, Buffer.from(text).toString('hex')],
    )
    if (found) places.push(`${table}.${column}`)
  }
  return places
}

/** A person who has done everything that leaves a name: the ids of two runs. */
async function present(): Promise<readonly string[]> {
  const { pool } = harness
  await sql(`insert into person (owner_id, id, name, email) values ('local', $1, $2, $3)`, [personId, name, email])
  await inTransaction(pool, async (client) => {
    const { userId } = await createAccount(client, { name, email, password: 'correct horse battery' })
    await client.query(`insert into member (owner_id, person_id, user_id, roles) values ('local', $1, $2, '{admin}')`, [
      personId,
      userId,
    ])
    await client.query(
      `insert into session ("id", "token", "expiresAt", "userId") values ($1, $1, now() + interval '1 day', $2)`,
      [`s-${userId}`, userId],
    )
    await client.query(
      `insert into owner_entry (owner_id, session_id, user_id, name, reason, until) values ('local', 's', $1, $2, 'r', now())`,
      [userId, name],
    )
  })
  await sql(
    `insert into member (owner_id, person_id, user_id, roles) values ('local', 'root', 'u-root', '{admin}') on conflict do nothing`,
  )
  await sql(
    `insert into invite (owner_id, sha256, email, person_id, roles, invited_by, invited_by_name, expires_at)
     values ('local', $1, $2, $3, '{}', 'root', 'Root', now()), ('local', $4, null, null, '{}', $3, $5, now())`,
    [randomUUID(), email, personId, randomUUID(), name],
  )
  const ruleId = randomUUID()
  await sql(
    `insert into alert_rule (owner_id, id, workflow, failed, people, addresses, created_by)
     values ('local', $1, 'Asks', true, $2, $3, 'root')`,
    [ruleId, [personId, 'p-8'], [email.toUpperCase(), 'desk@example.com']],
  )
  await sql(
    `insert into alert_message (id, owner_id, rule_id, batch_id, channel, receiver)
     values ($1, 'local', $2, $1, 'person', $3), ($4, 'local', $2, $1, 'address', $5)`,
    [randomUUID(), ruleId, personId, randomUUID(), email],
  )
  await sql(`insert into mail (id, owner_id, person_id, kind, reason) values ($1, 'local', $2, 'tasks', $3)`, [
    randomUUID(),
    personId,
    `550 ${email} unknown`,
  ])
  await sql(
    `insert into presence (owner_id, workflow, session_id, actor_id, name, steps) values ('local', 'Asks', $1, $2, $3, '{}')`,
    [randomUUID(), personId, name],
  )
  await sql(`insert into bulk_operation (id, owner_id, actor, verb, total) values ($1, 'local', $2, '{}', 0)`, [
    randomUUID(),
    JSON.stringify({ ...actor, groups: [] }),
  ])
  const runIds = []
  for (let run = 0; run < 2; run += 1) {
    const runId = await harness.start('Asks', {}, { actor })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const [task] = await sql('select id from human_task where run_id = $1', [runId])
    await harness.client.sendCommand(
      {
        runId,
        operationId: randomUUID(),
        command: { type: 'resume', step: 'Ask', task_id: task.id, input: {}, actor } as never,
      },
      60_000,
    )
    await sql(`update human_task set held_by = $2, held_by_name = $3 where id = $1`, [task.id, personId, name])
    await sql(
      `insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
       values ($1, $2, $3, 'delegated', $4, $5, $6)`,
      [randomUUID(), task.id, runId, personId, name, JSON.stringify({ to: personId, toName: name })],
    )
    // A snapshot as an engine writes one.
    await sql(
      'insert into snapshot (run_id, seq, state) values ($1, 1, $2) on conflict (run_id) do update set state = excluded.state',
      [runId, JSON.stringify({ ...(await harness.state(runId)), seen: { actor } })],
    )
    await sql('delete from snapshot where run_id = $1', [runId])
    runIds.push(runId)
  }
  return runIds
}

beforeEach(async () => {
  for (const table of [
    'erased_person',
    'invite',
    'owner_entry',
    'alert_rule',
    'member',
    'person',
    '"user"',
    'bulk_operation',
  ])
    await sql(`delete from ${table}`)
})

describe('the erasure of a person (access 13; ASVS 14.2.7)', () => {
  it('leaves neither name nor address in any column of any table, and the id where it was', async () => {
    const runIds = await present()
    const before = await placesOf(name)
    for (const place of [
      'run_log.events',
      'task_event.actor_name',
      'human_task.held_by_name',
      'person.name',
      'user.name',
      'bulk_operation.actor',
      'presence.name',
      'invite.invited_by_name',
    ])
      expect(before).toContain(place)
    expect(await placesOf(email)).toContain('alert_rule.addresses')
    expect(await erase()).toEqual({ personId, accountRemoved: true })
    // Login and sessions are gone before any engine has worked.
    expect(await sql('select from session')).toEqual([])
    await work()
    expect(await placesOf(name)).toEqual([])
    expect(await placesOf(email)).toEqual([])
    const [{ done }] = await sql('select done_at is not null as done from erased_person')
    expect(done).toBe(true)
    for (const runId of runIds) {
      expect((await harness.history(runId))[0]?.payload).toMatchObject({
        actor: { id: personId, name: 'Erased person' },
      })
      expect((await harness.state(runId)).header.actor).toEqual({ id: personId, name: 'Erased person' })
    }
    expect(await sql('select people, addresses from alert_rule')).toEqual([
      { people: ['p-8'], addresses: ['desk@example.com'] },
    ])
    expect(await sql(`select action, outcome from audit where action like 'person.erase%' order by id`)).toEqual([
      { action: 'person.erase', outcome: 'done' },
      { action: 'person.erased', outcome: 'done' },
    ])
    // Histories and what was computed from them still agree, and the run goes on.
    expect(await harness.violations(false)).toEqual([])
    const [{ id }] = await sql('select id from human_task where run_id = $1', [runIds[0]])
    await harness.client.sendCommand(
      {
        runId: runIds[0] ?? '',
        operationId: randomUUID(),
        command: { type: 'resume', step: 'Ask', task_id: id, input: {}, actor: { id: 'p-8', name: 'Ben' } } as never,
      },
      60_000,
    )
    await harness.until(runIds[0] ?? '', 'COMPLETED')
    expect(await placesOf(name)).toEqual([])
  })

  it('looks again at a run that an engine has in memory, until that engine has let it go', async () => {
    const [runId = ''] = await present()
    // Engines that are alive: otherwise the one of the test takes their runs.
    for (const id of ['e-1', 'e-2'])
      await sql(
        `insert into engine (id, epoch, pid, host, lease_expires_at) values ($1, 7, 1, 'elsewhere', now() + interval '1 day')`,
        [id],
      )
    await sql(`update run_state set engine_id = 'e-1', engine_epoch = 7 where run_id = $1`, [runId])
    await erase()
    await work()
    const isDone = async () => (await sql('select done_at is not null as done from erased_person'))[0].done
    expect(await isDone()).toBe(false)
    // The engine writes a snapshot from its memory, and another engine reads it before it is seen.
    await sql('insert into snapshot (run_id, seq, state) values ($1, 1, $2)', [runId, JSON.stringify({ by: actor })])
    await sql(`update run_state set engine_id = 'e-2', engine_epoch = 8 where run_id = $1`, [runId])
    await work()
    expect(await placesOf(name)).toEqual([])
    expect(await isDone()).toBe(false)
    await sql(`update run_state set engine_id = null where run_id = $1`, [runId])
    await work()
    expect(await isDone()).toBe(true)
    await sql('delete from snapshot where run_id = $1', [runId])
    await sql(`delete from engine where host = 'elsewhere'`)
  })

  it('finds in a second round what a request under way has still written', async () => {
    const [runId = ''] = await present()
    await erase()
    const rounds = async () => (await sql('select rounds from erased_person'))[0].rounds
    while ((await rounds()) === 0) expect(await eraseBatch(harness.pool)).toBe('worked')
    expect(await placesOf(name)).toEqual([])
    const [{ id }] = await sql('select id from human_task where run_id = $1', [runId])
    await sql(
      `insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
       values ($1, $2, $3, 'commented', $4, $5, '{}')`,
      [randomUUID(), id, runId, personId, name],
    )
    await work()
    expect(await placesOf(name)).toEqual([])
    expect(await sql('select from erased_person where done_at is not null')).toHaveLength(1)
  })

  it.each(crashPoints.filter((point) => point.startsWith('names_erased.')))(
    'goes on after a kill at %s',
    async (point) => {
      await present()
      await erase()
      for (const times of [1, 2]) {
        const killed = spawnArmed(harness.databaseUrl, join(import.meta.dirname, 'erase-once.ts'))
        killed.begin({ point, times })
        await killed.died
        expect(killed.wasKilled(), killed.output()).toBe(true)
      }
      await work()
      expect(await placesOf(name)).toEqual([])
      expect(await sql('select from erased_person where done_at is not null')).toHaveLength(1)
      expect(await harness.violations(false)).toEqual([])
    },
  )

  it('keeps the account of a member of another owner, and gives the id to nobody else', async () => {
    await present()
    const [{ userId }] = await sql(`select user_id as "userId" from member where person_id = $1`, [personId])
    await sql(`insert into "owner" (id, name) values ('other', 'Other') on conflict do nothing`)
    await sql(`insert into member (owner_id, person_id, user_id, roles) values ('other', 'zyg', $1, '{viewer}')`, [
      userId,
    ])
    expect(await erase()).toEqual({ personId, accountRemoved: false })
    expect(await sql('select from "user" where "id" = $1', [userId])).toHaveLength(1)
    expect(await sql(`select from session where "userId" = $1 and "chosenOwner" = 'local'`, [userId])).toEqual([])
    const again = savePerson(createStores(harness.pool, database), localActor, {
      id: personId,
      name: 'Somebody else',
      manager: false,
      groups: [],
    })
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', field: 'id' })
  })

  it('finds no hash of a name or an address in the audit: rows of equal rights are equal', async () => {
    const save = (more: object) =>
      savePerson(createStores(harness.pool, database), localActor, {
        ...{ id: 'p-9', name, email, manager: false, groups: [], ...more },
      })
    await save({})
    await save({ name: 'Another Name', email: 'another@example.com' })
    await save({ manager: true })
    const rows = await sql(
      `select after_hash as hash from audit where action = 'person.save' and target = 'p-9' order by id`,
    )
    expect(rows).toHaveLength(3)
    expect(rows[1].hash).toBe(rows[0].hash)
    expect(rows[2].hash).not.toBe(rows[0].hash)
  })

  it('is refused without the typed id, for oneself, for the last administrator, and to whoever does not administer the installation', async () => {
    await present()
    await expect(erase('p-8')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'confirmation' })
    const by = (more: object) => erasePerson(stores(), { ...localActor, ...more }, { personId, confirmation: personId })
    await expect(by({ id: personId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(by({ isInstallationAdmin: false, everyOwner: false })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      by({
        everyOwner: false,
        isInstallationAdmin: true,
        roles: ['admin'],
        login: { sessionId: 's', userId: 'u', at: 0 },
      }),
    ).rejects.toMatchObject({
      code: 'LOGIN_TOO_OLD',
    })
    await sql(`delete from member where person_id = 'root'`)
    await expect(erase()).rejects.toMatchObject({ code: 'CONFLICT', field: 'personId' })
    await expect(erasePerson(stores(), localActor, { personId: 'p-9', confirmation: 'p-9' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await sql('select from erased_person')).toEqual([])
    expect(await placesOf(name)).toContain('person.name')
  })
})
