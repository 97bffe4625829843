import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { appRouter } from '#server/api/router.ts'
import { startTestApi, type TestApi } from '#server/api/testing/test-api.ts'
import { demandPublishReview } from '#server/identity/members/publish-review.ts'

let api: TestApi
const person = (id: string, roles: Actor['roles'] = ['designer']): Actor => ({
  ...localPerson,
  id,
  name: id,
  roles,
  login: { sessionId: `s-${id}`, userId: `u-${id}`, at: Date.now() },
})
const [ana, ben, admin] = [person('ana'), person('ben'), person('adam', ['admin'])]
const as = (actor: Actor) => appRouter.createCaller({ ...api.services, actor }).workflows
const textOf = (name: string, value: string) =>
  `workflow_type: ${name}\nsteps: [{ name: A, type: TRANSFORM, set: { a: "'${value}'" } }]\n`
const sql = async (text: string) => (await api.services.stores.pool.query(text)).rows
const refused = { cause: { code: 'FORBIDDEN', message: expect.stringContaining('A second person publishes here') } }
const demand = (isDemanded: boolean) => demandPublishReview({ pool: api.services.stores.pool }, admin, isDemanded)

beforeAll(async () => {
  api = await startTestApi()
  for (const { id, roles } of [ana, ben, admin]) {
    await api.services.stores.pool.query(
      `insert into member (owner_id, person_id, user_id, roles) values ('local', $1, $2, $3)`,
      [id, `u-${id}`, roles],
    )
  }
  await demand(true)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

describe('an owner that demands a second person for publishing (access 1)', () => {
  it('lets nobody publish a draft who has changed it since its last version', async () => {
    await as(ana).create({ text: textOf('Pay', 'one') })
    await expect(as(ana).publish({ name: 'Pay', baseRevision: 1 })).rejects.toMatchObject(refused)
    expect(await as(ben).publish({ name: 'Pay', baseRevision: 1 })).toMatchObject({ outcome: 'published', version: 1 })
    // With the next change, those of the version before may publish again.
    await as(ben).saveDraft({ name: 'Pay', text: textOf('Pay', 'two'), baseRevision: 1 })
    await expect(as(ben).publish({ name: 'Pay', baseRevision: 2 })).rejects.toMatchObject(refused)
    await as(ana).saveDraft({ name: 'Pay', text: textOf('Pay', 'three'), baseRevision: 2 })
    for (const who of [ana, ben])
      await expect(as(who).publish({ name: 'Pay', baseRevision: 3 })).rejects.toMatchObject(refused)
    expect(await as(admin).publish({ name: 'Pay', baseRevision: 3 })).toMatchObject({
      outcome: 'published',
      version: 2,
    })
    expect(await sql(`select author from definition where name = 'Pay' and version > 0 order by version`)).toEqual([
      { author: 'ben' },
      { author: 'adam' },
    ])
  })

  it('takes no text of one person past its draft: by the API, and by an import', async () => {
    const text = textOf('Other', 'one')
    const post = (body: string) =>
      api.fetch('/v1/workflows', { method: 'POST', headers: { 'content-type': 'application/yaml' }, body }, ana)
    expect((await post(text)).status).toBe(403)
    await expect(as(ana).import({ text, publish: true })).rejects.toMatchObject(refused)
    expect(await sql(`select from workflow where name = 'Other'`)).toEqual([])
    // The same text as a draft of somebody else is a second person’s.
    await as(ben).create({ text })
    expect((await post(text)).status).toBe(201)
    expect((await post(textOf('Other', 'two'))).status).toBe(403)
    // The version has had its second person: with the next change, its editor is one.
    await as(ana).saveDraft({ name: 'Other', text: textOf('Other', 'three'), baseRevision: 1 })
    expect(await as(ben).publish({ name: 'Other', baseRevision: 2 })).toMatchObject({ version: 2 })
    // A text that is the latest version already changes nothing.
    expect((await post(textOf('Other', 'three'))).status).toBe(201)
  })

  it('is asked by its administrators alone, with a row in the audit, and may ask it no more', async () => {
    await expect(demandPublishReview({ pool: api.services.stores.pool }, ana, false)).rejects.toThrow()
    expect(await demand(false)).toEqual({ isDemanded: false })
    await as(ana).create({ text: textOf('Free', 'one') })
    expect(await as(ana).publish({ name: 'Free', baseRevision: 1 })).toMatchObject({ outcome: 'published' })
    expect(
      await sql(`select actor_id, outcome from audit where action = 'member.demand_publish_review' order by id`),
    ).toEqual([
      { actor_id: 'adam', outcome: 'done' },
      { actor_id: 'adam', outcome: 'done' },
    ])
  })
})
