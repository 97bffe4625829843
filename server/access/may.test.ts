import { describe, expect, it } from 'vitest'
import { type Actor, hasPermission, localActor, localPerson, localRoles } from './actor.ts'
import { type Action, actions, may, ownerScope, permits, requirePermission } from './may.ts'
import type { Permission } from './permissions.ts'
import type { Task } from './task-rules.ts'

const person = (id: string, more: Partial<Actor> = {}): Actor => ({
  ...localPerson,
  id,
  name: id,
  ...more,
})

const actors: Readonly<Record<string, Actor>> = {
  pat: person('pat'),
  // Named by the task.
  ana: person('ana'),
  // A member of the group that the task asks.
  ben: person('ben', { groups: ['credit'] }),
  // Excluded from the task, though a member of that group.
  eve: person('eve', { groups: ['credit'] }),
  mona: person('mona', { roles: [...localRoles, 'manager'] }),
  adam: person('adam', { roles: ['admin'], isInstallationAdmin: true }),
  local: localActor,
  gone: person('gone', { isGone: true, actingAs: 'Gone' }),
}

const free: Task = {
  status: 'open',
  assignees: ['ana'],
  groups: ['credit'],
  excluded: ['eve'],
  escalated_to: null,
  delegates: null,
  held_by: null,
  held_by_name: null,
  approvals: null,
  approvals_required: 1,
}
const resources: Readonly<Record<string, unknown>> = {
  '-': undefined,
  free,
  held: { ...free, held_by: 'ben', held_by_name: 'Ben' },
  several: { ...free, approvals: [{ by: 'ana' }], approvals_required: 3 },
  closed: { ...free, status: 'decided' },
  own: { ownerId: 'local' },
  foreign: { ownerId: 'another' },
  'bulk of ana': { actor: { id: 'ana', name: 'Ana', ownerId: 'local' } },
  'role viewer': { role: 'viewer' },
  'role admin': { role: 'admin' },
  'role of a later version': { role: 'auditor' },
  'bulk of another ana': { actor: { id: 'ana', name: 'Ana', ownerId: 'another' } },
}

/** Y: allowed. N: NOT_ENTITLED. C: CONFLICT, in another state of the task it is allowed. F: FORBIDDEN. U: UNAUTHENTICATED. */
const table = `
                                        pat ana ben eve mona adam local gone
request.make     -                       Y   Y   Y   Y   Y    Y    Y     U
function.create  -                       F   F   F   F   F    Y    Y     F
run.start_for    own                     Y   Y   Y   Y   Y    Y    Y     Y
run.start_for    foreign                 F   F   F   F   F    Y    Y     F
bulk.cancel      bulk of ana             F   Y   F   F   Y    Y    Y     F
bulk.cancel      bulk of another ana     F   F   F   F   Y    Y    Y     F
member.give_role  role viewer             Y   Y   Y   Y   Y    Y    Y     Y
member.give_role  role admin              F   F   F   F   F    Y    Y     F
member.give_role  role of a later version  F   F   F   F   F    F    F     F
task.read_all    -                       N   N   N   N   Y    Y    Y     N
task.override    -                       N   N   N   N   Y    Y    Y     N
task.decide      free                    N   Y   Y   N   N    N    Y     N
task.decide      held                    N   C   Y   N   N    N    C     N
task.decide      several                 N   C   Y   N   N    N    Y     N
task.decide      closed                  N   C   C   N   N    N    C     N
task.claim       free                    N   Y   Y   N   N    N    Y     N
task.claim       held                    N   C   C   N   N    N    C     N
task.claim       several                 N   C   C   N   N    N    C     N
task.claim       closed                  N   C   C   N   N    N    C     N
task.release     free                    N   C   C   N   C    C    C     N
task.release     held                    N   C   Y   N   Y    Y    Y     N
task.release     several                 N   C   C   N   C    C    C     N
task.release     closed                  N   C   C   N   C    C    C     N
task.assign      free                    N   N   N   N   Y    Y    Y     N
task.assign      held                    N   N   N   N   Y    Y    Y     N
task.assign      several                 N   N   N   N   Y    Y    Y     N
task.assign      closed                  N   N   N   N   C    C    C     N
task.delegate    free                    N   Y   Y   N   N    N    Y     N
task.delegate    held                    N   C   Y   N   N    N    C     N
task.delegate    several                 N   C   Y   N   N    N    Y     N
task.delegate    closed                  N   C   C   N   N    N    C     N
task.follow_up   free                    N   Y   Y   N   Y    Y    Y     N
task.follow_up   held                    N   Y   Y   N   Y    Y    Y     N
task.follow_up   several                 N   Y   Y   N   Y    Y    Y     N
task.follow_up   closed                  N   C   C   N   C    C    C     N
task.comment     free                    Y   Y   Y   Y   Y    Y    Y     Y
task.comment     held                    Y   Y   Y   Y   Y    Y    Y     Y
task.comment     several                 Y   Y   Y   Y   Y    Y    Y     Y
task.comment     closed                  Y   Y   Y   Y   Y    Y    Y     Y`

const [, header = '', ...lines] = table.split('\n')
const names = header.trim().split(/\s+/)
const rows = lines.map((line) => {
  const [action = '', resource = '', ...marks] = line.split(/\s{2,}/)
  return { action: action as Action, resource, marks }
})
/** The table pairs each action with a resource of its kind. */
const verdictOf = may as (actor: Actor, action: Action, resource: unknown) => ReturnType<typeof may>

const codes = { N: 'NOT_ENTITLED', C: 'CONFLICT', F: 'FORBIDDEN', U: 'UNAUTHENTICATED' } as const

describe('may', () => {
  it.each(rows)('answers for every kind of actor: $action, $resource', ({ action, resource, marks }) => {
    expect(names).toEqual(Object.keys(actors))
    expect(Object.keys(resources)).toContain(resource)
    const found = names.map((name) => {
      const verdict = verdictOf(actors[name] as Actor, action, resources[resource])
      if (verdict.allowed) return 'Y'
      expect(verdict.reason).toMatch(/\.$/)
      return Object.entries(codes).find(([, code]) => code === verdict.code)?.[0]
    })
    expect(Object.fromEntries(names.map((name, at) => [name, found[at]]))).toEqual(
      Object.fromEntries(names.map((name, at) => [name, marks[at]])),
    )
  })

  it('knows every action, for every resource that it may be asked about', () => {
    expect([...new Set(rows.map(({ action }) => action))].toSorted()).toEqual(actions.toSorted())
    for (const action of actions.filter((each) => each.startsWith('task.') && !/read_all|override/.test(each))) {
      const asked = rows.filter((row) => row.action === action).map(({ resource }) => resource)
      expect(asked).toEqual(['free', 'held', 'several', 'closed'])
    }
  })

  it('gives the reason, with what to do', () => {
    const { pat, ana, eve, mona } = actors as Record<string, Actor>
    const reasonOf = (actor: Actor | undefined, action: Action, resource: string) => {
      const verdict = verdictOf(actor as Actor, action, resources[resource])
      return verdict.allowed ? null : verdict.reason
    }
    expect(reasonOf(pat, 'task.decide', 'free')).toBe('This task is assigned to other people.')
    expect(reasonOf(eve, 'task.decide', 'free')).toContain('excluded from deciding this task')
    expect(reasonOf(ana, 'task.decide', 'held')).toBe('Claimed by Ben.')
    expect(reasonOf(ana, 'task.decide', 'several')).toBe('You have approved it; 2 more people have to.')
    expect(reasonOf(ana, 'bulk.cancel', 'bulk of another ana')).toBe(
      'Ana started this operation. Ask them or a manager to stop it.',
    )
    const refused = (actor: Actor | undefined, permission: Permission) => {
      const verdict = permits(actor as Actor, permission)
      return verdict.allowed ? null : verdict.reason
    }
    expect(refused(mona, 'member.admin')).toBe('Only an administrator can change people and groups.')
    expect(refused(person('vera', { roles: ['viewer'] }), 'workflow.edit')).toBe(
      'Your roles do not allow you to edit workflows. Ask an administrator for the role designer or admin.',
    )
    const acting = person('mona', { actingAs: 'Mona' })
    expect(refused(acting, 'member.admin')).toContain('Stop acting as Mona first.')
  })
})

it('holds a key to its own permissions, and a role to the table', () => {
  const key = { id: 'k', permissions: ['run.read', 'installation.admin'] } as const
  const boss = person('boss', { roles: ['admin'] })
  expect(hasPermission(boss, 'run.start')).toBe(true)
  expect(hasPermission({ ...boss, key }, 'run.start')).toBe(false)
  expect(hasPermission({ ...boss, key }, 'run.read')).toBe(true)
  expect(hasPermission({ ...boss, key }, 'installation.admin')).toBe(false)
  expect(hasPermission(person('new', { roles: [] }), 'directory.read')).toBe(false)
  expect(hasPermission(person('new', { roles: [] }), 'me')).toBe(true)
})

it('throws a refusal with its code, at the field', () => {
  expect(() => requirePermission(permits(localActor, 'member.admin'))).not.toThrow()
  expect(() => requirePermission(may(person('pat'), 'task.decide', free), 'taskId')).toThrow(
    expect.objectContaining({ code: 'NOT_ENTITLED', field: 'taskId' }),
  )
})

it('bounds queries by the owner, but for the user of local mode', () => {
  expect(ownerScope(person('pat', { ownerId: 'another' }))).toBe('another')
  expect(ownerScope(person('adam', { ownerId: 'another', roles: ['admin'], isInstallationAdmin: true }))).toBe(
    'another',
  )
  expect(ownerScope(localActor)).toBeNull()
})
