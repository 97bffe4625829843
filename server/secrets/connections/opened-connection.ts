import type { ConnectionKind } from '#core/definition/connections/kinds.ts'
import type { ConnectionSettings } from '#core/definition/connections/read-settings.ts'

/** A connection with its secrets, as an executor uses it. */
export interface OpenedConnection {
  readonly name: string
  readonly kind: ConnectionKind
  readonly settings: ConnectionSettings
  readonly secrets: Readonly<Record<string, string>>
  /** Absent: a connection of the environment. */
  readonly version?: number
  /** A server that Heddle starts by itself in local mode; its address is known once it has started. */
  readonly isExample?: true
}

export type FoundConnection =
  | { readonly ok: true; readonly connection: OpenedConnection }
  | {
      readonly ok: false
      readonly code: 'CONNECTION_UNKNOWN' | 'CONNECTION_NOT_ALLOWED' | 'CONNECTION_UNREADABLE'
      readonly message: string
    }
