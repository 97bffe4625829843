import type { SecretUse } from './key-ring.ts'

/** A secret as people see it, without its value. */
export interface SecretEntry {
  readonly name: string
  /** `environment`: HEDDLE_SECRET_NAME of local mode, which pages cannot change. */
  readonly source: 'stored' | 'environment'
  /** Number of the value; null in the environment. */
  readonly version: number | null
  readonly use: SecretUse
  /** Origins of requests, and the word `functions`. */
  readonly origins: readonly string[]
  /** Workflows that may use it; empty: all workflows of the owner. */
  readonly workflows: readonly string[]
  /** The person who stored the current value or changed its settings last. */
  readonly updatedBy: string | null
  readonly updatedAt: string | null
  /** To the minute. */
  readonly lastUsedAt: string | null
}

/** A secret to store. */
export interface NewSecret {
  readonly name: string
  readonly value: string
  readonly origins: readonly string[]
  readonly workflows: readonly string[]
}
