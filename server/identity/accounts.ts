import type { ClientBase, Pool } from 'pg'

/** The account that a request has logged in with, whether or not it is a member of an owner. */
export interface Login {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  /** The mail address belongs to the account: a password was set for it here, or the provider of the login says so. */
  readonly isEmailProven: boolean
  /** The only owner in which the session acts: it began at the owner's own provider. */
  readonly boundOwner: string | null
}

export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** What members and owners need of accounts and sessions. */
export interface Accounts {
  /** Reaches the memberships of every owner: a caller who is about to become a member has none yet. */
  readonly pool: Pool
  /** Throws `CONFLICT` for an address that has an account, and `INVALID_INPUT` for a password that is too weak. */
  create(client: ClientBase, account: NewAccount): Promise<{ readonly userId: string }>
  /** Ends the sessions of an account that act in the owner. */
  revokeSessions(userId: string, ownerId: string): Promise<void>
  /** The mail addresses of accounts. */
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Whether the session has shown a second factor. */
  hasSecondFactor(sessionId: string): Promise<boolean>
  isInstallationAdmin(client: ClientBase | Pool, userId: string): Promise<boolean>
  /** Ends all sessions that act in the owner. */
  endSessionsIn(client: ClientBase, ownerId: string): Promise<void>
  /** The owner that new sessions of the account begin in. */
  keepOwner(client: ClientBase, userId: string, ownerId: string): Promise<void>
  /** The owner that a session acts in from now on; null: the one in which a new session of its account begins. */
  setOwner(client: ClientBase, sessionId: string, ownerId: string | null): Promise<void>
}
