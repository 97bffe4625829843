import type { Json } from '#core/json.ts'
import type { CodeCancel, CommandShape, RecordedCommand } from '../code/code-state.ts'
import type { NodeRef, RunError } from '../words.ts'

/** Events of runs whose workflow is code. Their commands are steps, with the events of steps. */
export type CodeEventBody =
  /**
   * The body has seen the history up to `up_to_seq`; its commands follow in the same batch. Internal: hidden by default.
   */
  | {
      readonly type: 'workflow.code.delivered'
      readonly payload: {
        readonly task: number
        readonly attempt: number
        readonly up_to_seq: number
        /** The version whose code ran, where it is another one than the run began with, and the hash of the code. */
        readonly version?: number
        readonly hash?: string
        /** The agent that ran the body; absent: a thread of an engine. */
        readonly agent_id?: string
        /** Queued signals that the body has no handler for. */
        readonly unread?: number
      }
    }
  /** The host of a delivery was lost, or took too long; the delivery is repeated. */
  | {
      readonly type: 'workflow.code.delivery_failed'
      readonly payload: { readonly task: number; readonly attempt: number; readonly error: RunError }
    }
  /** What the body waits for has changed. `at`: file:line. Internal: hidden by default. */
  | {
      readonly type: 'workflow.code.blocked'
      readonly payload: { readonly reason?: string; readonly at?: string }
    }
  /** The body has taken the new way of a patch; its replays do so too. */
  | { readonly type: 'workflow.code.patched'; readonly payload: { readonly id: string } }
  | {
      readonly type: 'workflow.run.cancel_requested'
      readonly payload: CodeCancel
    }
  /** The run goes on as another run of the same workflow, with a history of its own. */
  | {
      readonly type: 'workflow.run.continued_as_new'
      readonly payload: {
        readonly new_run_id: string
        readonly workflow: string
        readonly input: Json
        /** Signals that nobody has read; the new run begins with them. */
        readonly signals: readonly { readonly name: string; readonly data: Json }[]
      }
    }
  | {
      readonly type: 'workflow.update.requested'
      readonly payload: { readonly update_id: string; readonly name: string; readonly args: Json }
    }
  | { readonly type: 'workflow.update.accepted'; readonly payload: { readonly update_id: string } }
  | {
      readonly type: 'workflow.update.completed'
      readonly payload: { readonly update_id: string; readonly result: Json }
    }
  | {
      readonly type: 'workflow.update.rejected'
      readonly payload: { readonly update_id: string; readonly error: RunError }
    }
  /** The body has registered a compensation: a rollback calls it. */
  | (NodeRef & {
      readonly type: 'workflow.compensation.registered'
      readonly payload: { readonly command: RecordedCommand; readonly with: Json }
    })
  /** A milestone of the body. */
  | (NodeRef & {
      readonly type: 'workflow.node.milestone'
      readonly payload: { readonly command: CommandShape; readonly details?: Json }
    })
