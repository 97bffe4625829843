import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import type { Role } from '#server/access/roles.ts'
import { startTestMembers, type TestMembers } from '../testing/test-members.ts'
import { disableMember, enableMember, removeMember, setRoles } from './change-member.ts'
import { listMembers } from './list-members.ts'

let test: TestMembers
beforeAll(async () => {
  test = await startTestMembers()
})
afterAll(() => test.stop())

/** An owner of its own, with an administrator. */
async function ownerWith(...roles: readonly (readonly Role[])[]): Promise<readonly [Actor, ...Actor[]]> {
  const ownerId = randomUUID()
  await test.addOwner(ownerId)
  const actors: Actor[] = []
  for (const [at, held] of (roles.length > 0 ? roles : [['admin'] as const]).entries())
    actors.push(await test.addMember(ownerId, `m${at}-${ownerId.slice(0, 8)}`, held))
  return actors as [Actor, ...Actor[]]
}
const rolesOf = async ({ ownerId }: Actor) =>
  Object.fromEntries(
    (
      await test.pool.query('select person_id, roles, status from member where owner_id = $1 order by 1', [ownerId])
    ).rows.map(({ person_id, roles, status }) => [person_id.slice(0, 2), `${roles.join()} ${status}`]),
  )

describe('roles of members', () => {
  it('are replaced by an administrator, with a row of the audit, and the sessions end (access 12; ASVS 8.3.2, 7.4.2)', async () => {
    const [admin, other] = (await ownerWith(['admin'], ['viewer'])) as [Actor, Actor]
    await setRoles(test, admin, { personId: other.id, roles: ['manager', 'approver'] })
    expect(await rolesOf(admin)).toEqual({ m0: 'admin active', m1: 'approver,manager active' })
    expect(await test.auditOf(admin.ownerId)).toEqual([`member.set_roles ${other.id}`])
    expect(test.revoked).toContain(`${other.login?.userId} in ${admin.ownerId}`)
    const { rows } = await test.pool.query('select manager from person where owner_id = $1 and id = $2', [
      admin.ownerId,
      other.id,
    ])
    expect(rows).toEqual([{ manager: true }])
  })

  it('are refused to everybody else, to keys, and to an administrator who is none any more (access 12; ASVS 8.3.1)', async () => {
    const [admin, other] = (await ownerWith(['admin'], ['viewer', 'operator', 'approver', 'designer', 'manager'])) as [
      Actor,
      Actor,
    ]
    const before = await rolesOf(admin)
    const key = { id: 'k', permissions: ['member.admin'] } as const
    const give = (actor: Actor, personId: string) => setRoles(test, actor, { personId, roles: ['viewer'] })
    await expect(give(other, admin.id)).rejects.toThrow('Only an administrator can change people')
    await expect(give({ ...admin, key }, other.id)).rejects.toThrow('API keys cannot change members')
    // The request began with roles that were taken away meanwhile.
    await expect(give({ ...other, roles: ['admin'] }, admin.id)).rejects.toThrow(
      'Only an administrator can change people',
    )
    expect(await rolesOf(admin)).toEqual(before)
  })

  it('are refused to a request under way of an administrator who was removed (access 18; ASVS 8.3.2, 15.4.2)', async () => {
    const [admin, removed, other] = (await ownerWith(['admin'], ['admin'], ['viewer'])) as [Actor, Actor, Actor]
    await removeMember(test, admin, removed.id)
    const give = () => setRoles(test, removed, { personId: other.id, roles: ['admin'] })
    await expect(give()).rejects.toThrow('Only an administrator can change people')
    // Another account has the id now.
    await test.pool.query('insert into person (owner_id, id, name) values ($1, $2, $2)', [removed.ownerId, removed.id])
    await test.pool.query(
      `insert into member (owner_id, person_id, user_id, roles) values ($1, $2, 'another', '{admin}')`,
      [removed.ownerId, removed.id],
    )
    await expect(give()).rejects.toThrow('Only an administrator can change people')
    await test.pool.query(
      `insert into owner_entry (owner_id, session_id, user_id, name, reason, until)
       values ($1, $2, $3, 'Root', 'A stuck run', now() + interval '1 hour')`,
      [removed.ownerId, removed.login?.sessionId, removed.login?.userId],
    )
    await give()
    expect(await rolesOf(admin)).toMatchObject({ m2: 'admin active' })
  })

  it('of another owner are not found (access 2; ASVS 8.4.1)', async () => {
    const [admin] = await ownerWith()
    const [foreign] = await ownerWith(['admin'], ['viewer'])
    await expect(setRoles(test, admin, { personId: foreign.id, roles: ['viewer'] })).rejects.toThrow(
      'There is no member',
    )
    await expect(removeMember(test, admin, foreign.id)).rejects.toThrow('There is no member')
    expect(Object.keys(await rolesOf(foreign))).toHaveLength(2)
  })
})

describe('the last administrator', () => {
  it.each([
    ['demoted', (admin: Actor) => setRoles(test, admin, { personId: admin.id, roles: ['viewer'] })],
    ['disabled', (admin: Actor) => disableMember(test, admin, admin.id)],
    ['removed', (admin: Actor) => removeMember(test, admin, admin.id)],
  ])('cannot be %s (access 12; ASVS 8.3.1)', async (_, change) => {
    const [admin, second] = (await ownerWith(['admin'], ['admin'])) as [Actor, Actor]
    await disableMember(test, admin, second.id)
    await expect(change(admin)).rejects.toThrow('is the last administrator')
    await enableMember(test, admin, second.id)
    await change(admin)
    await expect(change(second)).rejects.toThrow('is the last administrator')
  })

  it('stays when all administrators remove each other at once (access 18; ASVS 15.4.2)', async () => {
    const everyone = await ownerWith(...Array.from({ length: 12 }, () => ['admin'] as const))
    const results = await Promise.allSettled(
      everyone.flatMap((actor) =>
        everyone.filter((other) => other !== actor).map((other) => removeMember(test, actor, other.id)),
      ),
    )
    const { rows } = await test.pool.query(
      `select person_id from member where owner_id = $1 and 'admin' = any(roles)`,
      [everyone[0].ownerId],
    )
    expect(rows.length).toBeGreaterThanOrEqual(1)
    // Each removal has one effect, and one row of the audit.
    const done = results.filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(12 - rows.length)
    expect(await test.auditOf(everyone[0].ownerId)).toHaveLength(done.length)
  })
})

describe('a member who is disabled', () => {
  it('keeps person and roles, and comes back with them (access 12; ASVS 7.4.5, 8.3.2)', async () => {
    const [admin, other] = (await ownerWith(['admin'], ['designer'])) as [Actor, Actor]
    await disableMember(test, admin, other.id)
    expect(test.revoked).toContain(`${other.login?.userId} in ${admin.ownerId}`)
    expect(await rolesOf(admin)).toEqual({ m0: 'admin active', m1: 'designer disabled' })
    await expect(setRoles(test, other, { personId: admin.id, roles: ['viewer'] })).rejects.toThrow(
      'Only an administrator',
    )
    await enableMember(test, admin, other.id)
    expect(await listMembers(test, admin)).toMatchObject([
      { personId: admin.id, email: `${admin.login?.userId}@example.com`, roles: ['admin'], isMe: true },
      { personId: other.id, roles: ['designer'], status: 'active', isMe: false },
    ])
    expect(await test.auditOf(admin.ownerId)).toEqual([`member.disable ${other.id}`, `member.enable ${other.id}`])
  })
})
