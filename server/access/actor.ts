/**
 * Who asks. Every procedure and route has one in its context and judges by it;
 * every query is bounded by its owner.
 */
export interface Actor {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly dataRegion: string
  /** Groups whose human tasks the actor may decide; `*` stands for all. */
  readonly groups: readonly string[]
  /** `admin`: of the installation. `manager`: sees every human task of the owner and may give it to somebody else. */
  readonly roles: readonly string[]
  /** The name of the person for whom somebody else stands in, whom `name` tells too: `You as Ana`. */
  readonly actingAs?: string
  /** The id of the person who really asks, where they act as somebody else: what one person may use up is counted for them. */
  readonly principalId?: string
  /** That person is not in the directory (any more): nothing is answered in their name. */
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

/** Nothing else asks for roles: what each of them may is what these are asked for. */
export function isAdmin({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('admin')
}

/** Whoever puts tasks on other people's desks, and sees all of them. */
export function isManager({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('manager') || roles.includes('admin')
}

/** An administrator of the installation acts for every owner; anybody else for their own. */
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
