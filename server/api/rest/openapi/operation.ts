import type { z } from 'zod'
import type { Permission } from '#server/access/permissions.ts'
import type { ApiErrorCode } from '../../../api-error.ts'

/** An answer of a route: JSON of a shape, or a body of another media type. */
export interface Answer {
  readonly says: string
  readonly json?: z.ZodType
  /** Of another media type than JSON. `event`: the shape of the data of each event of a stream. */
  readonly type?:
    | 'application/octet-stream'
    | 'application/yaml'
    | 'application/jsonl'
    | 'text/csv'
    | 'text/event-stream'
    | 'text/plain'
  readonly event?: z.ZodType
}

/**
 * A route as the OpenAPI document shows it. `query` and `body` are the schemas by which the route checks its requests.
 * Errors that follow from the rest (of authorization, bodies, cursors, idempotency keys, ids in the path) are added.
 */
export interface Operation {
  /** The name of the operation in generated clients. */
  readonly id: string
  readonly summary: string
  readonly description?: string
  /** The permission that the caller needs; absent for routes that anybody may call. */
  readonly permission?: Permission
  readonly query?: z.ZodType
  /** `any`: the body is data of whatever type. */
  readonly body?: z.ZodType | 'yaml' | 'any'
  /** Takes any query parameters: they are data. */
  readonly anyQuery?: true
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true
  /** Continues after `Last-Event-ID`. */
  readonly resumable?: true
  readonly answers: Readonly<Record<number, Answer>>
  readonly errors?: readonly ApiErrorCode[]
}

/** The operations by their routes; a route with a verb in its path has one for each verb. */
export type Operations = Readonly<Record<string, Operation | { readonly verbs: Readonly<Record<string, Operation>> }>>

/** An operation with its method, its path as the document writes it, and the route of the app that answers it. */
export interface DocumentedOperation extends Operation {
  readonly method: string
  readonly path: string
  readonly route: string
  readonly tag: string
  readonly codes: readonly ApiErrorCode[]
}
