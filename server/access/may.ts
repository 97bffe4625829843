import { ApiError } from '../api-error.ts'
import { type Actor, hasPermission } from './actor.ts'
import { type Permission, permissions } from './permissions.ts'
import { knownRoles, permissionsOfRole, rolesWith } from './roles.ts'
import { type Task, type TaskAction, taskRules } from './task-rules.ts'
import { type Denial, forbidden, type Verdict } from './verdict.ts'

/** A resource that belongs to an owner. */
interface Owned {
  readonly ownerId: string
}

/** A bulk operation, with the actor who started it. */
interface Bulk {
  readonly actor: Pick<Actor, 'id' | 'name' | 'ownerId'>
}

const secondFactorNeeded: Denial = {
  code: 'SECOND_FACTOR_NEEDED',
  reason: 'You need a second factor here. Open Heddle in a browser to set one up.',
}

/** The actions that need a permission, each with the resource that its rule judges; null for none. */
interface Resources extends Record<`task.${TaskAction}`, Task> {
  /** To make any request. */
  'request.make': null
  /** To write the source of a new step function, which the engine runs. */
  'function.create': null
  /** To start a run that belongs to the owner. */
  'run.start_for': Owned
  /** To see every task of the owner, also those that ask other people. */
  'task.read_all': null
  /** To override a step in the place of the people whom it asks. */
  'task.override': null
  /** To stop a bulk operation. */
  'bulk.cancel': Bulk
  /** To give a role to a member, or to a person who is invited. */
  'member.give_role': { readonly role: string }
}

export type Action = keyof Resources

type Rule<A extends Action> = (actor: Actor, resource: Resources[A]) => Denial | null

/**
 * The table of permissions: who may do what. It is the only place that knows what a role allows. A null answer allows
 * the action.
 */
const rules: { readonly [A in Action]: Rule<A> } = {
  ...taskRules,
  'request.make': ({ id, isGone, lacksSecondFactor }) => {
    if (isGone) {
      const reason = `${id} is not in the directory. Stop acting as them, or act as another person.`
      return { code: 'UNAUTHENTICATED', reason }
    }
    return lacksSecondFactor ? secondFactorNeeded : null
  },
  'function.create': (actor) =>
    hasPermission(actor, 'installation.admin') ? null : forbidden('Only an administrator can create functions.'),
  'run.start_for': (actor, { ownerId }) =>
    ownerId === actor.ownerId || hasPermission(actor, 'installation.admin')
      ? null
      : forbidden(`You cannot start runs for the owner ${ownerId}.`),
  'task.read_all': (actor) =>
    hasPermission(actor, 'task.manage') ? null : { code: 'NOT_ENTITLED', reason: 'Only managers can see all tasks.' },
  'task.override': (actor) =>
    hasPermission(actor, 'task.manage')
      ? null
      : { code: 'NOT_ENTITLED', reason: 'Only the people whom the step asks, or a manager, may pass it over.' },
  'bulk.cancel': (actor, { actor: starter }) =>
    hasPermission(actor, 'task.manage') || (starter.id === actor.id && starter.ownerId === actor.ownerId)
      ? null
      : forbidden(`${starter.name} started this operation. Ask them or a manager to stop it.`),
  'member.give_role': (actor, { role }) => {
    const [known] = knownRoles([role])
    return known && permissionsOfRole(known).every((permission) => hasPermission(actor, permission))
      ? null
      : forbidden(`You cannot give the role ${role}: it permits more than your own roles.`)
  },
}

/** All actions, for tests and tables. */
export const actions = Object.keys(rules) as readonly Action[]

type Arguments<A extends Action> = Resources[A] extends null ? readonly [] : readonly [resource: Resources[A]]

/**
 * Whether the actor may perform the action on the resource now, or the refusal. Every question of permission is answered
 * here.
 */
export function may<A extends Action>(actor: Actor, action: A, ...[resource]: Arguments<A>): Verdict {
  const denial = rules[action](actor, (resource ?? null) as Resources[A])
  return denial === null ? { allowed: true } : { allowed: false, ...denial }
}

/** Throws the refusal of an action, if there is one, as the error of a request about the field. */
export function requirePermission(verdict: Verdict, field?: string): void {
  if (!verdict.allowed) throw new ApiError(verdict.code, verdict.reason, field)
}

/** Whether the actor holds the permission, or the refusal, which names the roles that hold it. */
export function permits(actor: Actor, permission: Permission): Verdict {
  if (hasPermission(actor, permission)) return { allowed: true }
  return { allowed: false, ...forbidden(refusalOf(actor, permission)) }
}

function refusalOf({ key, actingAs }: Actor, permission: Permission): string {
  const what = permissions[permission]
  if (key) return `This API key does not allow you to ${what}. Use a key with the permission ${permission}.`
  const holders = rolesWith(permission)
  if (holders.length === 0) return `Only an administrator of the installation can ${what}.`
  if (holders.every((role) => role === 'admin')) {
    const hint = actingAs === undefined ? '' : ` Stop acting as ${actingAs} first.`
    return `Only an administrator can ${what}.${hint}`
  }
  return `Your roles do not allow you to ${what}. Ask an administrator for the role ${holders.join(' or ')}.`
}

/**
 * The owner that bounds a query, as a parameter: null for the user of local mode, who sees every owner. Write the
 * condition as `($1::text is null or owner_id = $1)`.
 */
export function ownerScope({ everyOwner, ownerId }: Actor): string | null {
  return everyOwner ? null : ownerId
}
