import type { ApiOperation } from '#importers/openapi/read-operation.ts'

/** A connector of an owner: an API, and its operations as the picker of steps offers them. */
export interface ConnectorEntry {
  readonly name: string
  /** Rises with every document. */
  readonly version: number
  readonly title: string
  /** The version that the document gives itself. */
  readonly apiVersion: string
  /** The address before the paths; null: that of the connection. */
  readonly server: string | null
  /** The connection that its steps name. */
  readonly connection: string | null
  readonly operations: readonly ApiOperation[]
  readonly updatedBy: string
  readonly updatedAt: string
}

/** What a person writes. */
export interface WrittenConnector {
  readonly name: string
  /** The OpenAPI document. */
  readonly text: string
  readonly connection?: string | null | undefined
  /** Ids of the operations that are offered; all without it. */
  readonly operations?: readonly string[] | undefined
}
