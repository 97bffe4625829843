import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { installationOwner, unknownActor } from '#server/audit/entry.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { appRouter } from '../router.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
const admin: Actor = { ...localPerson, id: 'ada', ownerId: 'alpha', roles: ['admin'] }
const administrator: Actor = { ...admin, isInstallationAdmin: true }

beforeAll(async () => {
  api = await startTestApi({ roles: true })
  const { pool } = api.services.stores
  for (const actor of [unknownActor, { ...admin, id: 'own' }, { ...admin, ownerId: 'beta', id: 'others' }])
    await recordAudit(pool, { actor, action: 'account.login', target: actor.id, outcome: 'refused' })
})
afterAll(() => api.stop())

const callerOf = (actor: Actor) =>
  appRouter.createCaller({
    ...api.services,
    stores: api.storesOf(actor.ownerId),
    storesOf: api.storesOf,
    actor,
  })

const targetsOf = async (actor: Actor, of?: 'installation') => {
  const { items } = await callerOf(actor).audit.list({ action: 'account.login', limit: 10, ...(of && { of }) })
  return items.map(({ ownerId, target }) => `${ownerId} ${target}`)
}

it('shows the rows of the installation to its administrators alone, apart from those of owners (access 13; ASVS 16.2.1)', async () => {
  expect(await targetsOf(administrator, 'installation')).toEqual([`${installationOwner} unknown`])
  expect(await targetsOf(administrator)).toEqual(['alpha own'])
  expect(await targetsOf(admin)).toEqual(['alpha own'])
  await expect(targetsOf(admin, 'installation')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('exports them to the same administrators', async () => {
  const path = '/v1/audit/export?of=installation&action=account.login'
  const exported = await api.fetch(path, {}, administrator)
  expect(JSON.parse(await exported.text())).toMatchObject({ owner_id: installationOwner, target: 'unknown' })
  expect((await api.fetch(path, {}, admin)).status).toBe(403)
})
