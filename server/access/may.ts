import { ApiError } from '../api-error.ts'
import type { Actor } from './actor.ts'
import { isAdmin, isManager } from './roles.ts'
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

/** The actions that need a permission, each with the resource that its rule judges; null for none. */
interface Resources extends Record<`task.${TaskAction}`, Task> {
  /** To make any request. */
  'request.make': null
  /** To see runs, tasks and workflows of every owner, and to act on them. */
  'owner.all': null
  /** To write the source of a new step function, which the engine runs. */
  'function.create': null
  /** To change people and groups. */
  'directory.edit': null
  'run.start': Owned
  /** To see every task of the owner, also those that ask other people. */
  'task.read_all': null
  /** To override a step in the place of the people whom it asks. */
  'task.override': null
  /** To stop a bulk operation. */
  'bulk.cancel': Bulk
}

export type Action = keyof Resources

type Rule<A extends Action> = (actor: Actor, resource: Resources[A]) => Denial | null

/**
 * The table of permissions: who may do what. It is the only place that knows what a role allows. A null answer allows
 * the action.
 */
const rules: { readonly [A in Action]: Rule<A> } = {
  ...taskRules,
  'request.make': ({ id, isGone }) =>
    isGone
      ? {
          code: 'UNAUTHENTICATED',
          reason: `${id} is not in the directory. Stop acting as them, or act as another person.`,
        }
      : null,
  'owner.all': (actor) => (isAdmin(actor) ? null : forbidden('Only an administrator acts for every owner.')),
  'directory.edit': (actor) => {
    if (isAdmin(actor)) return null
    const hint = actor.actingAs === undefined ? '' : ` Stop acting as ${actor.actingAs} first.`
    return forbidden(`Only an administrator can change people and groups.${hint}`)
  },
  'function.create': (actor) => (isAdmin(actor) ? null : forbidden('Only an administrator can create functions.')),
  'run.start': (actor, { ownerId }) =>
    isAdmin(actor) || ownerId === actor.ownerId ? null : forbidden(`You cannot start runs for the owner ${ownerId}.`),
  'task.read_all': (actor) =>
    isManager(actor) ? null : { code: 'NOT_ENTITLED', reason: 'Only managers can see all tasks.' },
  'task.override': (actor) =>
    isManager(actor)
      ? null
      : { code: 'NOT_ENTITLED', reason: 'Only the people whom the step asks, or a manager, may pass it over.' },
  'bulk.cancel': (actor, { actor: starter }) =>
    isManager(actor) || (starter.id === actor.id && starter.ownerId === actor.ownerId)
      ? null
      : forbidden(`${starter.name} started this operation. Ask them or a manager to stop it.`),
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

/**
 * The owner that bounds a query, as a parameter: null for an actor who acts for every owner. Write the condition as
 * `($1::text is null or owner_id = $1)`.
 */
export function ownerScope(actor: Actor): string | null {
  return may(actor, 'owner.all').allowed ? null : actor.ownerId
}
