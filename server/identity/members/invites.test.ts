import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { asAdministratorOf } from '../owners/owners.ts'
import { loginOf, startTestMembers, type TestMembers } from '../testing/test-members.ts'
import { type Accepting, acceptInvite, showInvite } from './accept-invite.ts'
import { setRoles } from './change-member.ts'
import { createInvite, insertInvite, listInvites, type NewInvite, revokeInvite } from './invites.ts'

let test: TestMembers
let admin: Actor
beforeAll(async () => {
  test = await startTestMembers()
  await test.addOwner('acme')
  admin = await test.addMember('acme', 'adam', ['admin'])
  await test.pool.query(`insert into person_group (owner_id, id, name) values ('acme', 'credit', 'Credit')`)
})
afterAll(() => test.stop())

const invite = (more: Partial<NewInvite> = {}) => createInvite(test, admin, { roles: ['viewer'], groups: [], ...more })
const account = (email = `${randomUUID()}@example.com`): Accepting => ({
  kind: 'account',
  email,
  name: 'Ana López',
  password: 'correct horse battery',
})
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )
const membersNow = async () => (await test.pool.query(`select from member where owner_id = 'acme'`)).rowCount

describe('an invitation', () => {
  it('makes a member with its roles and groups, and is stored as a hash only (access 12; ASVS 8.3.1, 11.4.1)', async () => {
    const { id, token } = await invite({ roles: ['approver', 'manager'], groups: ['credit'] })
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await test.pool.query('select i::text as row from invite i')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await listInvites(test, admin)).toMatchObject([{ id, roles: ['approver', 'manager'], invitedBy: 'adam' }])
    const shown = await showInvite(test.accounts, token, null)
    expect(shown).toMatchObject({ owner: 'The acme', person: null, email: null, invitedBy: 'adam', login: null })
    const { personId } = await acceptInvite(test.accounts, token, account())
    expect(personId).toBe('ana.lopez')
    const members = await test.pool.query(
      `select m.roles, p.name, p.manager, array(select group_id from group_member g where g.person_id = p.id) as groups
         from member m join person p on p.owner_id = m.owner_id and p.id = m.person_id where m.person_id = $1`,
      [personId],
    )
    expect(members.rows).toEqual([
      { roles: ['approver', 'manager'], name: 'Ana López', manager: true, groups: ['credit'] },
    ])
    expect(await listInvites(test, admin)).toEqual([])
    expect((await test.auditOf('acme')).slice(-2)).toEqual([`invite.create ${id}`, `invite.accept ${id}`])
  })

  it('is accepted once, by 100 at once too, and makes one account (access 18; ASVS 2.3.3, 15.4.2)', async () => {
    const { token } = await invite()
    const [members, accounts] = [await membersNow(), (await test.pool.query('select from test_account')).rowCount]
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        codeOf(
          acceptInvite(
            test.accounts,
            token,
            at % 2 === 0 ? account() : { kind: 'login', login: loginOf(`racer${at}`) },
          ),
        ),
      ),
    )
    expect(results.toSorted()).toEqual([...Array(99).fill('CONFLICT'), 'done'])
    expect(await membersNow()).toBe((members ?? 0) + 1)
    expect((await test.pool.query('select from test_account')).rowCount).toBeLessThanOrEqual((accounts ?? 0) + 1)
    await expect(acceptInvite(test.accounts, token, account())).rejects.toThrow('has been accepted already')
  })

  it('gives a person of the directory a login, and never by the name alone (access 12; ASVS 8.2.1)', async () => {
    await test.pool.query(`insert into person (owner_id, id, name) values ('acme', 'ben', 'Ben')`)
    const accept = async (more: Partial<NewInvite>) =>
      acceptInvite(test.accounts, (await invite(more)).token, { ...account(), name: 'Ben' } as Accepting)
    expect(await accept({})).toMatchObject({ personId: 'ben-2' })
    const second = await invite({ personId: 'ben' })
    expect(await accept({ personId: 'ben' })).toMatchObject({ personId: 'ben' })
    await expect(acceptInvite(test.accounts, second.token, account())).rejects.toThrow('can log in already')
    await expect(invite({ personId: 'ben' })).rejects.toThrow('Ben is a member already')
    await expect(invite({ personId: 'nemo' })).rejects.toThrow('There is no person nemo')
    await expect(invite({ groups: ['sales'] })).rejects.toThrow('There is no group sales')
  })

  it('ends when it expires, is revoked, or its owner is suspended (access 12; ASVS 6.5.5)', async () => {
    const [expired, revoked, suspended] = [await invite(), await invite(), await invite()]
    await test.pool.query(`update invite set expires_at = now() where id = $1`, [expired.id])
    await revokeInvite(test, admin, revoked.id)
    await expect(revokeInvite(test, admin, revoked.id)).rejects.toThrow('no open invitation')
    const said = (token: string) => acceptInvite(test.accounts, token, account())
    await expect(said(expired.token)).rejects.toThrow('has expired')
    await expect(said(revoked.token)).rejects.toThrow('is not valid')
    await expect(said('guessed')).rejects.toThrow('is not valid')
    await test.pool.query(`update "owner" set status = 'suspended' where id = 'acme'`)
    await expect(said(suspended.token)).rejects.toThrow('is not valid')
    await test.pool.query(`update "owner" set status = 'active' where id = 'acme'`)
    const { rows } = await test.pool.query<{ hours: number }>(
      'select extract(epoch from expires_at - created_at)::int / 3600 as hours from invite where id = $1',
      [suspended.id],
    )
    expect(rows).toEqual([{ hours: 72 }])
    expect((await test.auditOf('acme')).filter((row) => row === `invite.accept ${revoked.id} refused`)).toHaveLength(0)
    expect(await test.auditOf('*')).toContain('invite.accept unknown refused')
  })

  it('for a mail address is accepted by that address alone, and only where it is proven (access 12; ASVS 6.8.1)', async () => {
    const { token } = await invite({ email: 'cleo@example.com' })
    const by = (login: ReturnType<typeof loginOf>) => acceptInvite(test.accounts, token, { kind: 'login', login })
    await expect(acceptInvite(test.accounts, token, account())).rejects.toThrow('for another mail address')
    await expect(by(loginOf('mallory'))).rejects.toThrow('for another mail address')
    await expect(by(loginOf('cleo', { isEmailProven: false }))).rejects.toThrow('for another mail address')
    expect((await showInvite(test.accounts, token, loginOf('mallory'))).login?.fits).toBe(false)
    expect((await showInvite(test.accounts, token, loginOf('cleo'))).login?.fits).toBe(true)
    await by(loginOf('cleo', { email: 'Cleo@Example.com' }))
    const again = await invite()
    await expect(acceptInvite(test.accounts, again.token, { kind: 'login', login: loginOf('cleo') })).rejects.toThrow(
      'You are a member of The acme already',
    )
  })

  it('stays open when the account is refused (access 12; ASVS 6.2.1)', async () => {
    const { token } = await invite()
    const weak = { ...account(), password: 'short' } as Accepting
    expect(await codeOf(acceptInvite(test.accounts, token, weak))).toBe('INVALID_INPUT')
    expect(await codeOf(acceptInvite(test.accounts, token, account()))).toBe('done')
  })
})

describe('the privilege of an inviter', () => {
  it('bounds that of the invited, when the invitation is made and again when it is accepted (access 12; ASVS 8.3.1)', async () => {
    const boss = await test.addMember('acme', 'bea', ['admin'])
    const manager = await test.addMember('acme', 'mona', ['manager'])
    await expect(createInvite(test, manager, { roles: ['viewer'], groups: [] })).rejects.toThrow(
      'Only an administrator',
    )
    // Below the permission to invite: roles above one's own are refused by themselves.
    const above = inTransaction(test.pool, (client) =>
      insertInvite(client, { ...manager, roles: ['manager'] }, { roles: ['admin'], groups: [] }),
    )
    await expect(above).rejects.toThrow('You cannot give the role admin')
    const [demoted, removed] = [
      await createInvite(test, boss, { roles: ['admin'], groups: [] }),
      await createInvite(test, boss, { roles: ['viewer'], groups: [] }),
    ]
    await setRoles(test, admin, { personId: boss.id, roles: ['manager'] })
    const before = await membersNow()
    for (const { token } of [demoted, removed])
      await expect(acceptInvite(test.accounts, token, account())).rejects.toThrow('may no longer invite people')
    expect(await membersNow()).toBe(before)
  })

  it('of an administrator of the installation ends with that office (access 12; ASVS 8.3.2)', async () => {
    const root: Actor = {
      ...admin,
      id: 'root',
      isInstallationAdmin: true,
      login: { userId: 'u-root', sessionId: 's', at: Date.now() },
    }
    const create = () =>
      inTransaction(test.pool, (client) =>
        insertInvite(client, asAdministratorOf(root, 'acme'), { roles: ['admin'], groups: [] }),
      )
    const [first, second] = [await create(), await create()]
    test.installationAdmins.add('u-root')
    await acceptInvite(test.accounts, first.token, account())
    test.installationAdmins.delete('u-root')
    await expect(acceptInvite(test.accounts, second.token, account())).rejects.toThrow('may no longer invite people')
  })
})
