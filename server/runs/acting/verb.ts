import type { Json } from '#core/json.ts'
import type { ResolvedStep } from '#core/run/command.ts'

/** The commands of a person to a run; the actor is added here. */
export type Verb = { readonly reason?: string | undefined } & (
  | {
      readonly type: 'cancel'
      readonly compensate?: boolean | undefined
      /** Also cancels a run that is rolling back: it ends as it is. */
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
  | { readonly type: 'update'; readonly update_id: string; readonly name: string; readonly args: Json }
  | { readonly type: 'skip'; readonly step?: string | undefined }
  | { readonly type: 'mark_done'; readonly step?: string | undefined; readonly output: Json }
  | { readonly type: 'jump'; readonly from_step?: string | undefined; readonly to_step: string }
  | {
      readonly type: 'rollback'
      /** Of a run with an envelope: the steps to undo, all by default. */
      readonly only?: readonly string[] | undefined
      /** Of a run with an envelope: steps whose effects were undone by hand. */
      readonly resolved?: readonly ResolvedStep[] | undefined
    }
  | { readonly type: 'pause' | 'acknowledge' }
)
