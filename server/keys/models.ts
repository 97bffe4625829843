import type { Permission } from '#server/access/permissions.ts'
import type { Role } from '#server/access/roles.ts'

/** An API key as lists show it, without its text. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly personId: string
  readonly personName: string
  readonly kind: 'person' | 'service'
  readonly permissions: readonly Permission[]
  /** The only workflows whose runs the key reaches; null for all. */
  readonly workflows: readonly string[] | null
  /** The only queues from which the key takes tasks; null for all. */
  readonly queues: readonly string[] | null
  readonly networks: readonly string[]
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly state: 'active' | 'expired' | 'revoked'
  readonly lastUsedAt: string | null
  readonly lastUsedAddress: string | null
}

export interface NewKey {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly workflows?: readonly string[] | undefined
  readonly queues?: readonly string[] | undefined
  readonly networks?: readonly string[] | undefined
  readonly days?: number | undefined
  /** The service that gets the key. Unset: the caller. */
  readonly serviceId?: string | undefined
}

/** A key that was created: its text is in no other answer. */
export interface CreatedKey {
  readonly id: string
  readonly key: string
  readonly expiresAt: string
}

/** A member without login, in whose name programs act. */
export interface Service {
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
  /** Keys in force. */
  readonly keys: number
}
