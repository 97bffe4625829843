/**
 * Who asks. Every procedure and route has one in its context and judges by it;
 * `ownerId` bounds every query.
 */
export interface Actor {
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly dataRegion: string
  /** Groups whose human tasks the actor may decide; `*` stands for all. */
  readonly groups: readonly string[]
  readonly roles: readonly string[]
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
