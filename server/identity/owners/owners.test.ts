import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { acceptInvite } from '../members/accept-invite.ts'
import { listMembers } from '../members/list-members.ts'
import { loginOf, startTestMembers, type TestMembers } from '../testing/test-members.ts'
import { applyClaims, claimsOf } from './apply-claims.ts'
import { listMappings, removeMapping, saveMapping } from './group-mappings.ts'
import { chooseOwner, enterOwner, leaveOwner, listEntries, listMyOwners } from './my-owners.ts'
import { createOwner, listOwners, renameOwner, resumeOwner, suspendOwner } from './owners.ts'

let test: TestMembers
let root: Actor
let ana: Actor
beforeAll(async () => {
  test = await startTestMembers()
  for (const id of ['acme', 'beta']) await test.addOwner(id)
  root = { ...(await test.addMember('local', 'root', ['admin'])), isInstallationAdmin: true }
  ana = await test.addMember('acme', 'ana', ['admin'])
})
afterAll(() => test.stop())

describe('owners', () => {
  it('are made by an administrator of the installation, with a link for the first administrator (access 12; ASVS 8.2.1)', async () => {
    await expect(createOwner(test.pool, ana, { id: 'omega', name: 'Omega', region: 'eu' })).rejects.toThrow(
      'Only an administrator of the installation',
    )
    const { token } = await createOwner(test.pool, root, { id: 'omega', name: 'Omega', region: 'eu' })
    await expect(createOwner(test.pool, root, { id: 'omega', name: 'Omega', region: 'eu' })).rejects.toThrow('already')
    test.installationAdmins.add('u-root')
    const login = loginOf('zoe')
    expect(await acceptInvite(test.accounts, token, { kind: 'login', login })).toMatchObject({ ownerId: 'omega' })
    const zoe: Actor = { ...localPerson, id: 'zoe', ownerId: 'omega', roles: ['admin'] }
    expect(await listMembers(test, zoe)).toMatchObject([{ personId: 'zoe', roles: ['admin'] }])
    await renameOwner(test.pool, root, 'omega', 'The last')
    expect(await listOwners(test.pool)).toContainEqual(
      expect.objectContaining({ id: 'omega', name: 'The last', region: 'eu', status: 'active', members: 1 }),
    )
    expect((await test.auditOf('omega')).map((row) => row.split(' ')[0])).toEqual([
      'owner.create',
      'invite.create',
      'invite.accept',
      'owner.rename',
    ])
  })

  it('are chosen among those of the account, and suspended ones are none of them (access 2; ASVS 8.4.1)', async () => {
    await test.pool.query(`insert into person (owner_id, id, name) values ('beta', 'anna', 'Anna')`)
    await test.pool.query(
      `insert into member (owner_id, person_id, user_id, roles) values ('beta', 'anna', 'u-ana', '{viewer}')`,
    )
    expect(await listMyOwners(test.accounts, ana)).toEqual([
      { id: 'acme', name: 'The acme', isCurrent: true },
      { id: 'beta', name: 'The beta', isCurrent: false },
    ])
    expect(await listMyOwners(undefined, ana)).toEqual([])
    await chooseOwner(test.accounts, ana, 'beta')
    expect(test.chosen.get('s-ana')).toBe('beta')
    for (const id of ['local', 'omega', 'nowhere'])
      await expect(chooseOwner(test.accounts, ana, id)).rejects.toThrow(`You are no member of an owner ${id}.`)
    await suspendOwner(test, root, 'beta')
    expect(test.revoked).toEqual(['all in beta'])
    await expect(chooseOwner(test.accounts, ana, 'beta')).rejects.toThrow('You are no member')
    await expect(enterOwner(test.accounts, root, { ownerId: 'beta', reason: 'Help' })).rejects.toThrow('is suspended')
    await resumeOwner(test.pool, root, 'beta')
    await expect(suspendOwner(test, root, 'local')).rejects.toThrow('You are in this owner')
    await expect(suspendOwner(test, ana, 'beta')).rejects.toThrow('Only an administrator of the installation')
    await expect(chooseOwner(undefined, ana, 'beta')).rejects.toThrow('HEDDLE_AUTH=on')
  })

  it('are entered by an administrator of the installation for an hour, and their members see it (access 1; ASVS 8.2.1)', async () => {
    await expect(enterOwner(test.accounts, ana, { ownerId: 'beta', reason: 'Curious' })).rejects.toThrow(
      'Only an administrator of the installation',
    )
    await expect(enterOwner(test.accounts, root, { ownerId: 'nowhere', reason: 'Help' })).rejects.toThrow('no owner')
    await enterOwner(test.accounts, root, { ownerId: 'acme', reason: 'A stuck run' })
    expect(test.chosen.get('s-root')).toBe('acme')
    expect(await listEntries(test.pool, ana)).toMatchObject([
      { name: 'root', reason: 'A stuck run', isActive: true, isMe: false },
    ])
    expect(await listEntries(test.pool, root)).toEqual([])
    const { rows } = await test.pool.query(
      'select extract(epoch from until - entered_at)::int as seconds from owner_entry',
    )
    expect(rows).toEqual([{ seconds: 3_600 }])
    expect(await leaveOwner(test.accounts, root)).toEqual({ left: true })
    expect(await leaveOwner(test.accounts, root)).toEqual({ left: false })
    expect(test.chosen.get('s-root')).toBeNull()
    expect(await listEntries(test.pool, ana)).toMatchObject([{ isActive: false }])
    expect((await test.auditOf('acme')).slice(-2)).toEqual(['owner.enter acme', 'owner.leave acme'])
  })
})

describe('groups of a login', () => {
  const [acmeId, otherId] = ['https://id.acme.example', 'https://id.other.example'] as const
  const issuers = [acmeId, otherId]
  const claim = (claims: unknown, issuer: string = acmeId) =>
    inTransaction(test.pool, (client) =>
      applyClaims(client, { ownerId: 'acme', personId: 'ben' }, { issuer, groups: claimsOf(claims) }),
    )
  const ben = async () => {
    const { rows } = await test.pool.query(
      `select array_to_string(roles, ',') as roles, array_to_string(claimed_roles, ',') as claimed,
              (select string_agg(group_id || ' ' || source, ',' order by group_id) from group_member where person_id = 'ben') as groups
         from member where person_id = 'ben'`,
    )
    return rows[0]
  }
  beforeAll(async () => {
    await test.addMember('acme', 'ben', ['viewer'])
    await test.pool.query(
      `insert into person_group (owner_id, id, name) values ('acme', 'credit', 'Credit'), ('acme', 'sales', 'Sales')`,
    )
    await test.pool.query(`insert into group_member (owner_id, group_id, person_id) values ('acme', 'sales', 'ben')`)
  })

  it('give groups and roles by the mappings of the owner, and are replaced at each login (access 8; ASVS 8.2.2)', async () => {
    await saveMapping(test.pool, ana, { provider: '*', claim: 'staff', kind: 'group', target: 'credit' }, issuers)
    await saveMapping(test.pool, ana, { provider: '*', claim: 'staff', kind: 'group', target: 'sales' }, issuers)
    await saveMapping(test.pool, ana, { provider: '*', claim: 'ops', kind: 'role', target: 'operator' }, issuers)
    await saveMapping(test.pool, ana, { provider: '*', claim: 'ops', kind: 'role', target: 'viewer' }, issuers)
    expect(await listMappings(test.pool, ana)).toHaveLength(4)
    await claim(['staff', 'ops', 'unknown'])
    expect(await ben()).toEqual({ roles: 'operator,viewer', claimed: 'operator', groups: 'credit oidc,sales manual' })
    await claim([])
    expect(await ben()).toEqual({ roles: 'viewer', claimed: '', groups: 'sales manual' })
    await claim('ops')
    await removeMapping(test.pool, ana, { provider: '*', claim: 'ops', kind: 'role', target: 'operator' })
    expect(
      await removeMapping(test.pool, ana, { provider: '*', claim: 'ops', kind: 'role', target: 'operator' }),
    ).toEqual({
      removed: false,
    })
    await claim(['ops'])
    expect(await ben()).toEqual({ roles: 'viewer', claimed: '', groups: 'sales manual' })
  })

  it('are those of the provider that a mapping names: another provider’s group of the same name gives nothing (access 8; ASVS 8.2.2, 10.5.2)', async () => {
    const ofAcme = { provider: acmeId, claim: 'heads', kind: 'role', target: 'operator' } as const
    await saveMapping(test.pool, ana, ofAcme, issuers)
    await saveMapping(test.pool, ana, { provider: '*', claim: 'all', kind: 'group', target: 'credit' }, issuers)
    await claim(['heads', 'all'], otherId)
    expect(await ben()).toEqual({ roles: 'viewer', claimed: '', groups: 'credit oidc,sales manual' })
    await claim(['heads', 'all'])
    expect(await ben()).toMatchObject({ roles: 'operator,viewer', claimed: 'operator' })
    // The same claim at both is two mappings, and one of them goes alone.
    await saveMapping(test.pool, ana, { ...ofAcme, provider: otherId }, issuers)
    expect(await removeMapping(test.pool, ana, ofAcme)).toEqual({ removed: true })
    await claim(['heads'])
    expect(await ben()).toMatchObject({ roles: 'viewer' })
    await claim(['heads'], otherId)
    expect(await ben()).toMatchObject({ roles: 'operator,viewer' })
    await expect(
      saveMapping(test.pool, ana, { ...ofAcme, provider: 'https://nobody.example' }, issuers),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'provider' })
  })

  it('leave the last administrator, until there is another one (access 8, 12; ASVS 8.2.2)', async () => {
    await test.addOwner('solo')
    await test.addMember('solo', 'eve', [])
    await test.pool.query(`insert into group_mapping values ('solo', 'heads', 'role', 'admin')`)
    const claimed = async (...claims: string[]) => {
      await inTransaction(test.pool, (client) =>
        applyClaims(client, { ownerId: 'solo', personId: 'eve' }, { issuer: acmeId, groups: claims }),
      )
      const { rows } = await test.pool.query(`select roles, claimed_roles from member where person_id = 'eve'`)
      return rows[0]
    }
    const isAdmin = { roles: ['admin'], claimed_roles: ['admin'] }
    expect(await claimed('heads')).toEqual(isAdmin)
    expect(await claimed()).toEqual(isAdmin)
    expect((await test.auditOf('solo')).at(-1)).toBe('member.claims eve refused')
    await test.pool.query(
      `insert into member (owner_id, person_id, user_id, roles, status) values ('solo', 'off', 'u-off', '{admin}', 'disabled')`,
    )
    expect(await claimed()).toEqual(isAdmin)
    await test.addMember('solo', 'fay', ['admin'])
    expect(await claimed()).toEqual({ roles: [], claimed_roles: [] })
  })

  it('are mapped by administrators, to what there is (access 12; ASVS 8.3.1)', async () => {
    await expect(
      saveMapping(test.pool, ana, { provider: '*', claim: 'x', kind: 'group', target: 'nowhere' }, issuers),
    ).rejects.toThrow('no group')
    await expect(
      saveMapping(test.pool, ana, { provider: '*', claim: 'x', kind: 'role', target: 'root' }, issuers),
    ).rejects.toThrow('cannot give')
    const manager: Actor = { ...ana, id: 'mona', roles: ['manager'] }
    await expect(
      saveMapping(test.pool, manager, { provider: '*', claim: 'x', kind: 'role', target: 'admin' }, issuers),
    ).rejects.toThrow('Only an administrator')
  })

  it('that are hostile are dropped (access 8; ASVS 8.2.2)', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `g${at}`)
    expect(claimsOf(many)).toHaveLength(200)
    expect(claimsOf([1, null, { toString: () => 'staff' }, ['staff'], '', 'x'.repeat(201), 'a\0b', 'ok'])).toEqual([
      'ok',
    ])
    expect(claimsOf(undefined)).toEqual([])
    await claim(['*', '__proto__', "'; drop table member; --", ...many])
    expect(await ben()).toEqual({ roles: 'viewer', claimed: '', groups: 'sales manual' })
  })
})
