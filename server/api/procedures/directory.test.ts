import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type Actor, localActor, localPerson, localRoles } from '#server/access/actor.ts'
import { allPermissions } from '#server/access/permissions.ts'
import { createDatabase } from '../../db/client.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { localActorOf } from '../../directory/act-as.ts'
import { createStores, type Stores } from '../../stores.ts'
import { appRouter } from '../router.ts'

let testDatabase: TestDatabase
let stores: Stores
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  stores = createStores(createPool(testDatabase.url, 2), createDatabase(testDatabase.url, 2))
})
afterAll(async () => {
  await Promise.all([stores.pool.end(), stores.database.$disconnect()])
  await testDatabase.drop()
})

/** Everything else of a context is not the directory's. */
const directoryOf = (actor: Actor) =>
  appRouter.createCaller({ stores, actor, refusals: { record: async () => undefined } } as never).directory
const mine = () => directoryOf(localActor)
const eve: Actor = { ...localPerson, id: 'eve', ownerId: 'eve' }
const requestWith = (headers: Record<string, string>) => new Request('http://localhost/', { headers })

it('keeps people and groups under one spelling of their ids, and who is in which', async () => {
  expect(await mine().list()).toEqual({ people: [], groups: [] })
  await mine().saveGroup({ id: ' Credit ', name: 'Credit team' })
  await mine().saveGroup({ id: 'sales', name: 'Sales' })
  await mine().savePerson({ id: 'ＢＥＮ', name: 'Ben', groups: ['CREDIT', 'credit', 'sales'] })
  await mine().savePerson({ id: 'Ana', name: 'Ana', manager: true })
  await mine().savePerson({ id: 'ben', name: 'Ben Ito', groups: ['credit'] })
  expect(await mine().list()).toEqual({
    people: [
      { id: 'ana', name: 'Ana', manager: true, groups: [] },
      { id: 'ben', name: 'Ben Ito', manager: false, groups: ['credit'] },
    ],
    groups: [
      { id: 'credit', name: 'Credit team', members: 1 },
      { id: 'sales', name: 'Sales', members: 0 },
    ],
  })
  expect(await directoryOf(eve).list()).toEqual({ people: [], groups: [] })
})

it('keeps people who can log in, and leaves their roles to the members (access 12; ASVS 8.3.1)', async () => {
  await mine().savePerson({ id: 'mia', name: 'Mia' })
  await stores.pool.query(`insert into member (owner_id, person_id, roles) values ('local', 'mia', '{admin}')`)
  await expect(mine().removePerson({ id: 'mia' })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
  await expect(mine().savePerson({ id: 'mia', name: 'Mia', manager: true })).rejects.toMatchObject({
    cause: { code: 'CONFLICT', field: 'manager' },
  })
  await mine().savePerson({ id: 'mia', name: 'Mia Ota' })
  await stores.pool.query(`delete from member`)
  await mine().removePerson({ id: 'mia' })
})

it('keeps one mail address of a person, which administrators alone see', async () => {
  await mine().savePerson({ id: 'ana', name: 'Ana', manager: true, email: ' ana@example.com ' })
  await mine().savePerson({ id: 'ana', name: 'Ana', manager: true })
  const addressSeenBy = async (actor: Actor) => (await directoryOf(actor).list()).people[0]?.email
  expect(await addressSeenBy(localActor)).toBe('ana@example.com')
  expect(await addressSeenBy({ ...localPerson, id: 'ben' })).toBeUndefined()
  await expect(
    mine().savePerson({ id: 'ana', name: 'Ana', email: 'ana@example.com, eve@example.com' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await mine().savePerson({ id: 'ana', name: 'Ana', manager: true, email: null })
  expect(await addressSeenBy(localActor)).toBeUndefined()
})

it('says at its field what cannot be kept', async () => {
  const refused = (input: object) => expect(mine().savePerson(input as never)).rejects
  await refused({ id: 'engine', name: 'X' }).toMatchObject({ code: 'BAD_REQUEST' })
  await refused({ id: 'a b', name: 'X' }).toMatchObject({ code: 'BAD_REQUEST' })
  await refused({ id: 'x', name: ' ' }).toMatchObject({ code: 'BAD_REQUEST' })
  await refused({ id: 'x', name: 'X', groups: ['nobody'] }).toMatchObject({
    cause: { code: 'NOT_FOUND', field: 'groups' },
  })
  expect((await mine().list()).people.map(({ id }) => id)).toEqual(['ana', 'ben'])
})

it('removes a group without its members, and a person from every group', async () => {
  await mine().saveGroup({ id: 'night', name: 'Night' })
  await mine().savePerson({ id: 'cleo', name: 'Cleo', groups: ['night', 'sales'] })
  expect(await mine().removeGroup({ id: 'Night' })).toEqual({ removed: true })
  expect((await mine().list()).people.at(-1)).toMatchObject({ id: 'cleo', groups: ['sales'] })
  expect(await mine().removePerson({ id: 'cleo' })).toEqual({ removed: true })
  expect(await mine().removePerson({ id: 'cleo' })).toEqual({ removed: false })
  expect((await mine().list()).groups.find(({ id }) => id === 'sales')).toMatchObject({ members: 0 })
})

it('has a bound', async () => {
  const { people: most } = limits.directory
  const rows = Array.from({ length: most }, (_, index) => ({ ownerId: 'crowd', id: `p${index}`, name: 'P' }))
  await stores.database.person.createMany({ data: rows })
  const crowd = directoryOf({ ...localActor, ownerId: 'crowd' })
  await expect(crowd.savePerson({ id: 'more', name: 'More' })).rejects.toMatchObject({ cause: { code: 'TOO_LARGE' } })
  await expect(crowd.savePerson({ id: 'p1', name: 'Renamed' })).resolves.toEqual({ id: 'p1' })
})

it('lets the person at the machine act as somebody in it, with what that person may and no more', async () => {
  const ana = await localActorOf(stores, requestWith({ cookie: 'a=b; heddle-act-as=ana; c=d' }))
  expect(ana).toMatchObject({
    id: 'ana',
    name: 'You as Ana',
    ownerId: 'local',
    groups: [],
    roles: [...localRoles, 'manager'],
  })
  const ben = await localActorOf(stores, requestWith({ 'heddle-act-as': 'ben', cookie: 'heddle-act-as=ana' }))
  expect(ben).toMatchObject({ id: 'ben', groups: ['credit'], roles: localRoles })
  expect(await directoryOf(ben).me()).toEqual({
    id: 'ben',
    name: 'Ben Ito',
    manager: false,
    admin: false,
    groups: ['credit'],
    permissions: expect.arrayContaining(['me', 'task.decide', 'workflow.edit']),
    mode: 'local',
    actingAs: 'Ben Ito',
    gone: false,
  })
  await expect(directoryOf(ben).savePerson({ id: 'ben', name: 'Ben', manager: true })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Only an administrator can change people and groups. Stop acting as Ben Ito first.',
  })
})

it.each(['', 'heddle-act-as=', 'x=ana'])('is oneself where nobody is named: %s', async (cookie) => {
  expect(await localActorOf(stores, requestWith({ cookie }))).toBe(localActor)
  expect(await mine().me()).toMatchObject({ id: 'local', name: 'You', admin: true, manager: true, actingAs: null })
  expect((await mine().me()).permissions).toEqual(allPermissions)
})

it.each([
  ['nobody', 'nobody'],
  ['%00', '\0'],
  ['%zz', '%zz'],
])('answers nothing in the name of somebody who is not in it, and says so: %s', async (named, id) => {
  const gone = await localActorOf(stores, requestWith({ cookie: `heddle-act-as=${named}` }))
  expect(await directoryOf(gone).me()).toMatchObject({ id, admin: false, manager: false, actingAs: id, gone: true })
  await expect(directoryOf(gone).list()).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: `${id} is not in the directory. Stop acting as them, or act as another person.`,
  })
})
