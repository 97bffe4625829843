import type { Permission } from './permissions.ts'
import { knownRoles, permissionsOfRole, type Role } from './roles.ts'

/**
 * The actor is the caller of a request. Every procedure and route has one in its context and checks permissions against
 * it. Every query is bounded by the actor's owner.
 */
export interface Actor {
  /** The id of the person or service, unique within the owner only. What is kept by id is keyed by owner and id. */
  readonly id: string
  readonly name: string
  readonly ownerId: string
  readonly dataRegion: string
  /** Groups whose human tasks the actor may decide; `*` stands for all, and belongs to local mode. */
  readonly groups: readonly string[]
  /** The roles of the member. Their permissions add up; see `hasPermission`. */
  readonly roles: readonly Role[]
  /** `service`: a member without login. Unset: a person. */
  readonly kind?: 'person' | 'service'
  /** The login of the request; `at` is when its password was asked for last. Unset: local mode, or a key. */
  readonly login?: {
    readonly sessionId: string
    readonly userId: string
    readonly at: number
    /** The login was one by the owner's own provider, and the session acts in this owner alone. */
    readonly isBound?: true
  }
  /** The API key of the request: in force is what both the key and the roles permit. Unset: a session or local mode. */
  readonly key?: RequestKey
  /** An administrator of the installation, whatever the roles within the owner. */
  readonly isInstallationAdmin?: boolean
  /** Local mode, where the user of the machine sees the runs of every owner. Never set for a login or a key. */
  readonly everyOwner?: boolean
  /** The name of the impersonated person. `name` contains it too: `You as Ana`. */
  readonly actingAs?: string
  /** The id of the real caller during impersonation. Quotas per person are counted for this id. */
  readonly principalId?: string
  /** The owner demands a second factor, and the login has none. Every request but its setup is refused. */
  readonly lacksSecondFactor?: true
  /** The impersonated person is not in the directory (any more). Every request in their name is refused. */
  readonly isGone?: true
}

/** The API key of a request. */
export interface RequestKey {
  readonly id: string
  readonly permissions: readonly Permission[]
  /** The only workflows whose runs and tasks the key reaches. Unset: all. */
  readonly workflows?: readonly string[]
  /** The only queues from which the key takes tasks. Unset: all. */
  readonly queues?: readonly string[]
}

/** The roles of a person in local mode who is no manager: local mode has no roles to give. */
export const localRoles: readonly Role[] = ['operator', 'approver', 'designer']

/** A person of local mode without a name, to be completed. */
export const localPerson: Actor = {
  id: 'local',
  name: 'You',
  ownerId: 'local',
  dataRegion: 'local',
  groups: [],
  roles: localRoles,
}

/** The one actor of local mode: the person in front of the machine. */
export const localActor: Actor = {
  ...localPerson,
  groups: ['*'],
  roles: ['admin'],
  isInstallationAdmin: true,
  everyOwner: true,
}

/** Whether the roles of the actor hold the permission, and the key of the request, if there is one. */
export function hasPermission({ roles, key, isInstallationAdmin }: Actor, permission: Permission): boolean {
  if (permission === 'me') return true
  if (key && !key.permissions.includes(permission)) return false
  if (permission === 'installation.admin') return isInstallationAdmin === true
  return roles.some((role) => permissionsOfRole(role).includes(permission))
}

/** The actor with the stored roles of a member; unknown ones, of another version of Heddle, permit nothing. */
export const withRoles = (actor: Actor, stored: readonly string[]): Actor => ({ ...actor, roles: knownRoles(stored) })
