import type { ConnectionKind } from '#core/definition/connections/kinds.ts'
import type { ConnectionSettings } from '#core/definition/connections/read-settings.ts'

/** The answer of the last test of a connection; `asked` while an engine tests it. */
export interface ConnectionTest {
  readonly state: 'never' | 'asked' | 'passed' | 'failed'
  readonly at: string | null
  readonly message: string | null
}

/** A connection as people see it, without its secrets. */
export interface ConnectionEntry {
  readonly name: string
  readonly kind: ConnectionKind
  /**
   * `environment`: HEDDLE_CONNECTION_NAME of local mode, which pages cannot change. `example`: a server that Heddle starts
   * by itself in local mode.
   */
  readonly source: 'stored' | 'environment' | 'example'
  /** Number of the secrets under this name; null in the environment. */
  readonly version: number | null
  readonly settings: ConnectionSettings
  /** Names of the secrets that are stored. */
  readonly secretFields: readonly string[]
  /** Workflows that may use it; empty: all workflows of the owner. */
  readonly workflows: readonly string[]
  /** Published workflows whose steps name it, the first of them. */
  readonly usedBy: readonly string[]
  readonly updatedBy: string | null
  readonly updatedAt: string | null
  /** To the minute. */
  readonly lastUsedAt: string | null
  readonly test: ConnectionTest
}

/** A connection to store: the fields are checked by the kind. */
export interface NewConnection {
  readonly name: string
  readonly kind: ConnectionKind
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly workflows: readonly string[]
}

/** A change of a connection. Without `secrets`, the stored ones stay. */
export type ConnectionChange = Omit<NewConnection, 'kind' | 'secrets'> & {
  readonly secrets?: NewConnection['secrets'] | undefined
}
