/**
 * The actor is the caller of a request. Every procedure and route has one in its context and checks permissions against
 * it. Every query is bounded by the actor's owner.
 */
export interface Actor {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly dataRegion: string
  /** Groups whose human tasks the actor may decide; `*` stands for all. */
  readonly groups: readonly string[]
  /** `admin`: administrator of the installation. `manager`: sees every human task of the owner and may reassign it. */
  readonly roles: readonly string[]
  /** The name of the impersonated person. `name` contains it too: `You as Ana`. */
  readonly actingAs?: string
  /** The id of the real caller during impersonation. Quotas per person are counted for this id. */
  readonly principalId?: string
  /** The impersonated person is not in the directory (any more). Every request in their name is refused. */
  readonly isGone?: true
}

/** The one actor of local mode: the person in front of the machine. */
export const localActor: Actor = {
  id: 'local',
  name: 'You',
  ownerId: 'local',
  dataRegion: 'local',
  groups: ['*'],
  roles: ['admin'],
}

/** Roles are checked only here and in `isManager`: the callers of these two functions define what each role may do. */
export function isAdmin({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('admin')
}

/** A manager assigns tasks to other people and sees all tasks of the owner. An administrator may do the same. */
export function isManager({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('manager') || roles.includes('admin')
}

/** An administrator of the installation acts for every owner; every other actor only for their own owner. */
export function mayActFor(actor: Actor, ownerId: string): boolean {
  return isAdmin(actor) || ownerId === actor.ownerId
}

/**
 * The owner that bounds a query about runs, as a parameter: null for an actor
 * who acts for all. Write the condition as `($1::text is null or owner_id = $1)`.
 */
export function ownerScope(actor: Actor): string | null {
  return isAdmin(actor) ? null : actor.ownerId
}
