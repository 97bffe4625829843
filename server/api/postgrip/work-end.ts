import type { Json } from '#core/json.ts'

/** The end of a task, as an agent tells it. */
export type WorkEnd =
  | { readonly kind: 'completed'; readonly value: Json; readonly isContinued: boolean }
  | { readonly kind: 'blocked'; readonly reason: string | undefined }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly type: string
      readonly retryable: boolean
    }
