import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { newKey } from '#server/keys/key-text.ts'
import type { CreatedKey } from '#server/keys/models.ts'
import { revokeKey } from '#server/keys/revoke-key.ts'
import { type KeysApi, member, post, startKeysApi } from '../testing/keys-api.ts'

let keys: KeysApi
let olga: Actor
let adam: Actor
let key: CreatedKey
const list = '/v1/workflow-runs'
const query = (sql: string, values: unknown[] = []) => keys.api.services.stores.pool.query(sql, values)
const status = async (response: Promise<Response>) => (await response).status
const errorOf = async (response: Promise<Response>) => {
  const answer = await response
  const { error } = (await answer.json()) as { error: { code: string; message: string; field?: string } }
  return { status: answer.status, ...error }
}
const notInForce = {
  status: 401,
  code: 'UNAUTHENTICATED',
  message: 'This API key is not in force. Use another one, or create a new one under Settings, API keys.',
}

beforeAll(async () => {
  keys = await startKeysApi()
  olga = await keys.addMember(member('olga', ['operator']))
  adam = await keys.addMember(member('adam', ['admin']))
  for (const name of ['Deploy', 'Other']) {
    expect((await keys.api.publish(`workflow_type: ${name}\nsteps: [{ name: A, function: t.pass }]\n`)).status).toBe(
      201,
    )
  }
  key = await keys.key(olga)
})
afterAll(async () => {
  await keys.api.stop()
  expect(keys.api.errors).toEqual([])
})

describe('a key', () => {
  it('is stored as its hash only, and shown once (access 10; ASVS 11.4.1, 13.3.1, 15.3.1)', async () => {
    const { rows } = await query('select * from api_key where id = $1', [key.id])
    const secret = key.key.split('_')[2] as string
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]).toMatchObject({
      hash: expect.stringMatching(/^[\da-f]{64}$/),
      owner_id: 'local',
      person_id: 'olga',
    })
    const response = await keys.as(olga, '/v1/keys')
    const text = await response.text()
    expect(text).toContain(key.id)
    for (const hidden of [secret, rows[0].hash]) expect(text).not.toContain(hidden)
  })

  it('acts for its member, in the history too (access 10; ASVS 8.2.1)', async () => {
    const started = await keys.ask('/v1/workflows/run?name=Deploy', key, post({ input: {} }))
    expect(started.status).toBe(201)
    const { run_id } = (await started.json()) as { run_id: string }
    expect((await query('select created_by, owner_id from run where id = $1', [run_id])).rows).toEqual([
      { created_by: 'olga', owner_id: 'local' },
    ])
    expect(await status(keys.ask(`${list}/${run_id}`, key))).toBe(200)
  })

  it('does what both its permissions and the roles of now allow (access 10; ASVS 8.2.1, 8.3.1)', async () => {
    const own = await keys.addMember(member('nora', ['operator']))
    const narrow = await keys.key(own, { permissions: ['run.read'] })
    const wide = await keys.key(own)
    const start = (with_: CreatedKey) => errorOf(keys.ask('/v1/workflows/run?name=Deploy', with_, post({ input: {} })))
    expect(await start(narrow)).toMatchObject({
      status: 403,
      message: 'This API key does not allow you to start runs. Use a key with the permission run.start.',
    })
    await query(`update member set roles = '{viewer}' where person_id = 'nora'`)
    expect((await start(wide)).status).toBe(403)
    expect(await status(keys.ask(list, wide))).toBe(200)
    await query(`update member set roles = '{}' where person_id = 'nora'`)
    expect(await status(keys.ask(list, wide))).toBe(403)
  })

  it('dies with its member, and stays dead (access 10; ASVS 7.4.2, 8.3.2)', async () => {
    const left = await keys.addMember(member('lena', ['operator']))
    const first = await keys.key(left)
    await query(`update member set status = 'disabled' where person_id = 'lena'`)
    expect(await errorOf(keys.ask(list, first))).toEqual(notInForce)
    await query(`update member set status = 'active' where person_id = 'lena'`)
    expect(await errorOf(keys.ask(list, first))).toEqual(notInForce)
    const second = await keys.key(left)
    expect(await status(keys.ask(list, second))).toBe(200)
    await query(`delete from member where person_id = 'lena'`)
    expect(await errorOf(keys.ask(list, second))).toEqual(notInForce)
  })

  it('dies with its owner (access 10)', async () => {
    const foreign = await keys.addMember(member('zoe', ['operator'], { ownerId: 'zeta' }))
    const theirs = await keys.key(foreign)
    expect(await status(keys.ask(list, theirs))).toBe(200)
    await query(`update "owner" set status = 'closed' where id = 'zeta'`)
    expect(await errorOf(keys.ask(list, theirs))).toEqual(notInForce)
  })

  it('is refused once it is revoked or expired, at once (access 10; ASVS 7.4.1)', async () => {
    const revoked = await keys.key(olga)
    expect(await status(keys.ask(list, revoked))).toBe(200)
    const answer = await keys.as(olga, `/v1/keys/${revoked.id}`, { method: 'DELETE' })
    expect(await answer.json()).toEqual({ id: revoked.id, revoked: true })
    expect(await errorOf(keys.ask(list, revoked))).toEqual(notInForce)
    const again = await keys.as(olga, `/v1/keys/${revoked.id}`, { method: 'DELETE' })
    expect(await again.json()).toEqual({ id: revoked.id, revoked: false })
    const expired = await keys.key(olga)
    await query(`update api_key set expires_at = clock_timestamp() where id = $1`, [expired.id])
    expect(await errorOf(keys.ask(list, expired))).toEqual(notInForce)
  })

  it('starts a run for each request that it lets through, and none for one of after its revocation, by 100 at once (access 18; ASVS 7.4.1, 15.4.2)', async () => {
    const racing = await keys.key(olga)
    const runs = async () => (await query(`select from run where created_by = 'olga'`)).rowCount ?? 0
    const before = await runs()
    const start = () => status(keys.ask('/v1/workflows/run?name=Deploy', racing, post({ input: {} })))
    const during = Array.from({ length: 50 }, start)
    // The first answer shows that requests are under way while the key is revoked.
    const revocation = Promise.race(during).then(() => revokeKey(keys.api.services.stores, olga, racing.id))
    const after = revocation.then(() => Promise.all(Array.from({ length: 50 }, start)))
    const answers = await Promise.all(during)
    expect(answers.every((code) => code === 201 || code === 401)).toBe(true)
    expect(await after).toEqual(Array(50).fill(401))
    expect((await runs()) - before).toBe(answers.filter((code) => code === 201).length)
  })

  it('expires after 90 days, or when its maker said, a year at most (access 10)', async () => {
    const daysOf = (expiresAt: string) => Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)
    expect(daysOf(key.expiresAt)).toBe(limits.keys.days)
    expect(daysOf((await keys.key(olga, { days: 365 })).expiresAt)).toBe(365)
    const asked = post({ name: 'long', permissions: [], expires_in_days: 366 })
    expect(await errorOf(keys.as(olga, '/v1/keys', asked))).toMatchObject({ status: 400, field: 'expires_in_days' })
  })

  it('is right in every character, and an unknown id is answered like a wrong secret (access 10; ASVS 6.3.8)', async () => {
    const [prefix, id, secret = ''] = key.key.split('_')
    const other = newKey()
    const [, , foreignSecret] = other.text.split('_')
    expect(secret).not.toBe(foreignSecret)
    for (const wrong of [other.text, `${prefix}_${id}_${foreignSecret}_000000`, '', 'x', 'null', `${key.key}x`]) {
      expect(await errorOf(keys.ask(list, wrong))).toEqual(notInForce)
    }
    // The id of a key with the secret of another one, with the right checksum.
    await query(
      'insert into api_key select $2, owner_id, person_id, name, hash, permissions, workflows, networks, created_by, created_at, expires_at from api_key where id = $1',
      [key.id, other.id],
    )
    expect(await errorOf(keys.ask(list, other.text))).toEqual(notInForce)
  })

  it('works from its networks only (access 10; ASVS 8.2.4)', async () => {
    const local = await keys.key(olga, { networks: ['192.0.2.0/24', '2001:db8::/32'] })
    for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::7']) {
      expect(await status(keys.ask(list, local, { from }))).toBe(200)
    }
    for (const from of ['192.0.3.9', '2001:db9::7']) {
      expect(await errorOf(keys.ask(list, local, { from }))).toEqual(notInForce)
    }
    expect(await errorOf(keys.ask(list, local))).toEqual(notInForce)
    const wrong = post({ name: 'n', permissions: [], networks: ['192.0.2.0/24', 'office'] })
    expect(await errorOf(keys.as(olga, '/v1/keys', wrong))).toMatchObject({ status: 400, field: 'networks.1' })
  })

  it('tells when and from where it was last used, by the minute (access 10)', async () => {
    const used = await keys.key(olga)
    await keys.ask(list, used, { from: '192.0.2.1' })
    const stored = async () =>
      (await query('select last_used_at as at, last_used_address as address from api_key where id = $1', [used.id]))
        .rows[0]
    const first = await stored()
    expect(first.at.getTime() % 60_000).toBe(0)
    expect(first.address).toBe('192.0.2.1')
    await query(`update api_key set last_used_at = last_used_at - interval '2 minutes' where id = $1`, [used.id])
    await keys.ask(list, used, { from: '192.0.2.2' })
    expect((await stored()).address).toBe('192.0.2.2')
  })
})

describe('where a key stands', () => {
  it('is the header alone: in an address it is refused, by REST and by tRPC (access 10; ASVS 14.2.1)', async () => {
    const address = { status: 400, message: expect.stringContaining('must not be part of an address') }
    for (const with_ of [undefined, key]) {
      expect(await errorOf(keys.ask(`${list}?key=${key.key}`, with_))).toMatchObject(address)
      const call = await keys.ask(`/api/trpc/directory.me?key=${key.key}`, with_)
      expect([call.status, await call.text()]).toEqual([400, expect.stringContaining('must not be part of an address')])
    }
    const path = await keys.as(olga, `/v1/workflows/${encodeURIComponent(key.key).replaceAll('_', '%5F')}`)
    expect(path.status).toBe(400)
  })

  it('is refused beside a cookie, and where it is not a bearer (access 10; ASVS 7.2.1)', async () => {
    const both = await keys.ask(list, key, { headers: { cookie: 'a=b' } })
    expect([both.status, await both.text()]).toEqual([400, expect.stringContaining('not both')])
    for (const authorization of [`Basic ${key.key}`, key.key, `bearer: ${key.key}`, `Bearer ${key.key}, ${key.key}`]) {
      expect(await errorOf(keys.ask(list, undefined, { headers: { authorization } }))).toEqual(notInForce)
    }
    expect(await status(keys.ask(list, undefined, { headers: { authorization: `bearer  ${key.key}` } }))).toBe(200)
  })

  it('is told to tRPC and to its streams with the right status (access 10)', async () => {
    for (const path of ['directory.me', 'runs.changes?input={}', 'directory.me?batch=1']) {
      const call = await keys.ask(`/api/trpc/${path}`, newKey().text, { headers: { accept: 'text/event-stream' } })
      expect([path, call.status]).toEqual([path, 401])
      expect(await call.text()).toContain('UNAUTHENTICATED')
    }
    const me = await keys.ask('/api/trpc/directory.me', key)
    expect(await me.json()).toMatchObject({
      result: { data: { id: 'olga', mode: 'login', permissions: ['me', 'run.read', 'run.view', 'run.start'] } },
    })
  })
})

describe('the making of keys', () => {
  it('gives no more than its maker has, and nothing that makes further access (access 10; ASVS 8.3.3)', async () => {
    const refused = (by: Actor, permission: string) =>
      errorOf(keys.as(by, '/v1/keys', post({ name: 'x', permissions: [permission] })))
    expect(await refused(olga, 'workflow.publish')).toMatchObject({
      status: 400,
      field: 'permissions',
      message: 'You do not have the permission workflow.publish yourself. Leave it out.',
    })
    for (const permission of ['key.own', 'key.admin', 'member.admin', 'secret.admin', 'webhook.admin']) {
      expect(await refused(adam, permission)).toMatchObject({
        status: 400,
        message: `No API key can have the permission ${permission}. Leave it out.`,
      })
    }
    // Neither does a row that another program has written.
    const forged = await keys.key(adam)
    await query(`update api_key set permissions = '{key.admin,member.admin,key.own}' where id = $1`, [forged.id])
    for (const [path, body] of [
      ['/v1/keys', { name: 'x', permissions: [] }],
      ['/api/trpc/keys.create', { name: 'x', permissions: [] }],
      ['/api/trpc/services.create', { id: 'bot', name: 'Bot', roles: [] }],
      ['/api/trpc/directory.savePerson', { id: 'eve', name: 'Eve' }],
    ] as const) {
      expect(await status(keys.ask(path, forged, post(body)))).toBe(403)
    }
    expect(await status(keys.ask(`/v1/keys/${key.id}`, forged, { method: 'DELETE' }))).toBe(403)
  })

  it('is for members with the right to it (access 10; ASVS 8.2.1)', async () => {
    const vera = await keys.addMember(member('vera', ['viewer']))
    const asked = post({ name: 'x', permissions: [] })
    expect(await status(keys.as(vera, '/v1/keys', asked))).toBe(403)
    expect(await status(keys.as(vera, '/v1/keys'))).toBe(403)
    expect(await errorOf(keys.as(member('ghost', ['admin']), '/v1/keys', asked))).toMatchObject({
      status: 409,
      message: 'Only members who log in have API keys and services. Start Heddle with HEDDLE_AUTH=on.',
    })
  })

  it('has a bound, also for requests at once (access 10; ASVS 2.3.2, 15.4.2)', async () => {
    const many = await keys.addMember(member('mary', ['operator']))
    const all = await Promise.allSettled(Array.from({ length: limits.keys.perMember + 5 }, () => keys.key(many)))
    expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(limits.keys.perMember)
    expect(all.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'TOO_LARGE' } })
  })

  it('has its row in the audit, as has the end of a key, without the key (access 10; ASVS 16.2.1)', async () => {
    const audited = await keys.key(olga)
    await keys.as(olga, `/v1/keys/${audited.id}`, { method: 'DELETE' })
    await keys.as(olga, `/v1/keys/${audited.id}`, { method: 'DELETE' })
    const { rows } = await query('select * from audit where target = $1 order by id', [audited.id])
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['key.create', 'olga'],
      ['key.revoke', 'olga'],
    ])
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      audited.key.split('_')[2],
    )
  })
})

describe('the keys of other people', () => {
  it('are seen and revoked by an administrator of keys, and by nobody else (access 10; ASVS 8.2.2)', async () => {
    const theirs = await keys.key(olga, { name: "Olga's" })
    const paul = await keys.addMember(member('paul', ['operator']))
    expect(await (await keys.as(paul, '/v1/keys')).json()).toEqual({ items: [] })
    expect(await status(keys.as(paul, '/v1/keys?of=all'))).toBe(403)
    expect(await errorOf(keys.as(paul, `/v1/keys/${theirs.id}`, { method: 'DELETE' }))).toMatchObject({
      status: 404,
      message: 'There is no such API key.',
    })
    expect(await (await keys.as(adam, '/v1/keys?of=all')).text()).toContain(theirs.id)
    expect(await status(keys.as(adam, `/v1/keys/${theirs.id}`, { method: 'DELETE' }))).toBe(200)
  })

  it('of another owner do not exist (access 2; ASVS 8.4.1)', async () => {
    const foreign = await keys.addMember(member('bea', ['admin'], { ownerId: 'beta' }))
    expect(await (await keys.as(foreign, '/v1/keys?of=all')).json()).toEqual({ items: [] })
    expect(await errorOf(keys.as(foreign, `/v1/keys/${key.id}`, { method: 'DELETE' }))).toMatchObject({ status: 404 })
    expect(await status(keys.ask(list, key))).toBe(200)
    const mine = await keys.key(foreign)
    const runs = (await (await keys.ask(list, mine)).json()) as { items: unknown[] }
    expect(runs.items).toEqual([])
  })
})

describe('the key of a request', () => {
  it('is described to the request, and revoked by it (access 10)', async () => {
    const own = await keys.key(olga, { permissions: [], name: 'laptop' })
    const described = await keys.ask('/v1/keys/current', own)
    expect(await described.json()).toMatchObject({ id: own.id, name: 'laptop', person_id: 'olga', state: 'active' })
    expect(await status(keys.as(olga, '/v1/keys/current'))).toBe(404)
    expect(await status(keys.as(olga, '/v1/keys/current', { method: 'DELETE' }))).toBe(404)
    const revoked = await keys.ask('/v1/keys/current', own, { method: 'DELETE' })
    expect(await revoked.json()).toEqual({ id: own.id, revoked: true })
    expect(await errorOf(keys.ask('/v1/keys/current', own))).toEqual(notInForce)
  })
})
