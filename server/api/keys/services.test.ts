import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { type KeysApi, member, post, startKeysApi } from '../testing/keys-api.ts'

let keys: KeysApi
let adam: Actor
const servicesOf = (actor: Actor) => appRouter.createCaller({ ...keys.api.services, actor }).services
const query = (sql: string, values: unknown[] = []) => keys.api.services.stores.pool.query(sql, values)
const start = '/v1/workflows/run?name=Deploy'
const run = post({ input: {} })

beforeAll(async () => {
  keys = await startKeysApi()
  adam = await keys.addMember(member('adam', ['admin']))
  await keys.api.publish('workflow_type: Deploy\nsteps: [{ name: A, function: t.pass }]\n')
})
afterAll(async () => {
  await keys.api.stop()
  expect(keys.api.errors).toEqual([])
})

describe('a service', () => {
  it('acts by its keys, with its roles of now, and ends with them (access 10; ASVS 8.2.1, 8.3.2)', async () => {
    const services = servicesOf(adam)
    expect(await services.create({ id: ' Deploy-Bot ', name: 'Deploy bot', roles: ['operator'] })).toEqual({
      id: 'deploy-bot',
    })
    const key = await keys.key(adam, { serviceId: 'deploy-bot', name: 'pipeline' })
    expect((await keys.ask(start, key, run)).status).toBe(201)
    const { rows } = await query('select distinct created_by from run')
    expect(rows).toEqual([{ created_by: 'deploy-bot' }])
    expect(await services.list()).toEqual([{ id: 'deploy-bot', name: 'Deploy bot', roles: ['operator'], keys: 1 }])
    const listed = await keys.as(adam, '/v1/keys?of=all')
    expect(await listed.json()).toMatchObject({
      items: [{ id: key.id, kind: 'service', person_id: 'deploy-bot', person_name: 'Deploy bot', created_by: 'adam' }],
    })
    expect(await (await keys.as(adam, '/v1/keys')).json()).toEqual({ items: [] })

    await services.change({ id: 'deploy-bot', name: 'Deployment', roles: ['viewer'] })
    expect((await keys.ask(start, key, run)).status).toBe(403)
    expect((await keys.ask('/v1/workflow-runs', key)).status).toBe(200)

    await services.remove({ id: 'deploy-bot' })
    expect((await keys.ask('/v1/workflow-runs', key)).status).toBe(401)
    expect(await services.list()).toEqual([])
    await expect(services.remove({ id: 'deploy-bot' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const audit = await query(`select action, target, actor_id from audit where action like 'service.%' order by id`)
    expect(audit.rows).toEqual(
      ['create', 'change', 'remove'].map((verb) => ({
        action: `service.${verb}`,
        target: 'deploy-bot',
        actor_id: 'adam',
      })),
    )
  })

  it('takes the id of nobody, so that it is asked no task of theirs (access 10; ASVS 8.2.2)', async () => {
    await query(`insert into person (owner_id, id, name) values ('local', 'ana', 'Ana')`)
    await servicesOf(adam).create({ id: 'robot', name: 'Robot', roles: [] })
    for (const id of ['ana', 'adam', 'robot']) {
      await expect(servicesOf(adam).create({ id, name: 'Other', roles: ['admin'] })).rejects.toMatchObject({
        cause: { code: 'CONFLICT', field: 'id' },
      })
    }
    await expect(servicesOf(adam).change({ id: 'adam', name: 'x', roles: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(servicesOf(adam).remove({ id: 'adam' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(keys.key(adam, { serviceId: 'ana' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { rows } = await query(`select p.name from person p where id = 'ana'`)
    expect(rows).toEqual([{ name: 'Ana' }])
  })

  it('is made and changed by an administrator of keys only (access 10; ASVS 8.2.1)', async () => {
    const olga = await keys.addMember(member('olga', ['operator', 'designer', 'manager']))
    const services = servicesOf(olga)
    await expect(services.create({ id: 'mine', name: 'Mine', roles: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(services.change({ id: 'robot', name: 'x', roles: ['admin'] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(services.remove({ id: 'robot' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(services.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(keys.key(olga, { serviceId: 'robot' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const foreign = await keys.addMember(member('bea', ['admin'], { ownerId: 'beta' }))
    expect(await servicesOf(foreign).list()).toEqual([])
    await expect(servicesOf(foreign).remove({ id: 'robot' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
