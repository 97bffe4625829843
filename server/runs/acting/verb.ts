import type { Json } from '#core/json.ts'

/** What a person may ask of a run; who asks is added here. */
export type Verb = { readonly reason?: string | undefined } & (
  | {
      readonly type: 'cancel'
      readonly compensate?: boolean | undefined
      /** Also a run that rolls back: it ends as it stands. */
      readonly force?: boolean | undefined
    }
  | { readonly type: 'retry'; readonly from_step?: string | undefined; readonly input?: Json | undefined }
  | {
      readonly type: 'resume'
      readonly input?: Json | undefined
      readonly step?: string | undefined
      readonly task_id?: string | undefined
    }
  | { readonly type: 'next_step'; readonly user_input: Json }
  | { readonly type: 'signal'; readonly signal_name: string; readonly payload: Json }
  | { readonly type: 'skip'; readonly step?: string | undefined }
  | { readonly type: 'mark_done'; readonly step?: string | undefined; readonly output: Json }
  | { readonly type: 'jump'; readonly from_step?: string | undefined; readonly to_step: string }
  | { readonly type: 'pause' | 'rollback' | 'acknowledge' }
)
