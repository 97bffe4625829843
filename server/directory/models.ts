import type { Permission } from '#server/access/permissions.ts'

/** A person who can be given tasks. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Sees every task of the owner and may reassign it. */
  readonly manager: boolean
  /** Ids of the groups that the person is in, sorted. */
  readonly groups: readonly string[]
  /** The address for mail; unset: none, or the caller may not see it. */
  readonly email?: string
}

/** A person to be saved. */
export interface SavedPerson extends Omit<Person, 'email'> {
  /** Null removes the address; unset leaves it as it is. */
  readonly email?: string | null | undefined
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly members: number
}

export interface Directory {
  readonly people: readonly Person[]
  readonly groups: readonly Group[]
}

/** How callers are known: `local` is the user of the machine, without login. */
export type Mode = 'local' | 'login'

/** The caller, as the pages show it. */
export interface Me {
  readonly id: string
  readonly name: string
  readonly manager: boolean
  /** May change the directory. */
  readonly admin: boolean
  readonly groups: readonly string[]
  /** What the roles, and the key of the request, permit: pages show what the caller may do. */
  readonly permissions: readonly Permission[]
  readonly mode: Mode
  /** The name of the impersonated person; null without impersonation. */
  readonly actingAs: string | null
  /**
   * The impersonated person is not in the directory. Every other request is refused until the caller ends the
   * impersonation or acts as another person.
   */
  readonly gone: boolean
}
