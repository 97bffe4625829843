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
