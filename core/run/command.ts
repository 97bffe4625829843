import type { Json } from '#core/json.ts'
import type { Seen } from './decide/seen.ts'
import type { ActorRef, HumanWaits, RunError, Verdict } from './words.ts'

/** What a step function asked for instead of returning a result. */
export type Directive =
  | { readonly kind: 'pause'; readonly result: Json }
  | { readonly kind: 'sub_workflow'; readonly workflow_type: string; readonly initial_data: Json }
  | { readonly kind: 'jump'; readonly target: string; readonly result: Json }
  /** The run has failed, whatever handles failures here: a saga undoes what it did. */
  | { readonly kind: 'rollback'; readonly reason: string }

/** What somebody is where they ask: they are judged by it, and it is not kept. Whoever only looks has none. */
export interface Standing {
  /** `*` stands for all. */
  readonly groups: readonly string[]
  readonly manager: boolean
  /** Open tasks of the run that somebody passed to them. */
  readonly delegated?: readonly string[]
  /**
   * Steps below which, in runs of their own, people are asked that they may not speak for, or were asked until these
   * runs ended and nobody has decided since; and why not.
   */
  readonly below?: { readonly [step: string]: string }
}

export interface Asker {
  readonly actor: ActorRef
  readonly standing?: Standing
}

export type AttemptOutcome =
  /** `bytes`: of the output's JSON, where it is large. */
  | { readonly kind: 'completed'; readonly output: Json; readonly http?: Json; readonly bytes?: number }
  /** `retryAfterMs`: how long whoever was called asks to be left alone. */
  | {
      readonly kind: 'failed'
      readonly error: RunError
      readonly retryable: boolean
      readonly retryAfterMs?: number
      /** The worker that ran it was lost. */
      readonly cause?: 'worker_crash'
    }
  | { readonly kind: 'directive'; readonly directive: Directive }

/**
 * A request to a run. People's verbs arrive by the mailbox with an operation
 * id; the engine's own facts (results, timers, children) come the same way or
 * from its executors. `decide` answers each with events or a refusal.
 */
export type Command =
  /** The engine took the run over: first record `promoted`, then `owned`. `started` follows if it was new. */
  | { readonly type: 'own'; readonly engine_id: string; readonly epoch: number; readonly handed_back?: boolean }
  | {
      readonly type: 'attempt_ended'
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      /** Of a PARALLEL step: which. */
      readonly item?: number
      readonly undo?: boolean
      readonly outcome: AttemptOutcome
    }
  /** A task was taken out of its queue before any worker had begun it. */
  | {
      readonly type: 'work_withdrawn'
      readonly step: string
      readonly iteration: number
      readonly attempt: number
    }
  | {
      readonly type: 'progress'
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      readonly fraction?: number
      readonly note?: string
    }
  | { readonly type: 'timer_fired'; readonly timer_id: string }
  | {
      readonly type: 'child_ended'
      readonly child_run_id: string
      readonly status: string
      readonly state: Json
      readonly error?: RunError
      /** Absent where an earlier version sent it: then it counts as unsafe. */
      readonly verdict?: Verdict
      /** It could not be made, and there is no such run; this step had started it. */
      readonly never_began?: { readonly step: string; readonly iteration: number }
    }
  /** Somebody retried a child that had failed: a run that failed only through it goes on waiting for it. */
  | { readonly type: 'child_retried'; readonly child_run_id: string }
  | { readonly type: 'child_waits'; readonly child_run_id: string; readonly waits: HumanWaits }
  | (Asker &
      Seen & {
        readonly type: 'resume'
        readonly input?: Json
        readonly step?: string
        readonly task_id?: string
        /** Ids of the tasks that an answer without a `task_id` may mean: those that were open when it arrived. */
        readonly open_waits?: readonly string[]
        readonly reason?: string
        /** The run's parent goes on: what somebody paused by themselves stays so. */
        readonly cause?: 'parent'
      })
  | { readonly type: 'pause'; readonly actor: ActorRef; readonly reason?: string; readonly cause?: 'parent' }
  /** `input` takes the place of the run's input. */
  | (Seen & {
      readonly type: 'retry'
      readonly actor: ActorRef
      readonly from_step?: string
      readonly input?: Json
      readonly reason?: string
    })
  /** Without `step`: the only one in flight, or the only one that failed. The run goes on behind it. */
  | (Asker & Seen & { readonly type: 'skip'; readonly step?: string; readonly reason?: string })
  /** As if the step had given `output`. */
  | (Asker &
      Seen & {
        readonly type: 'mark_done'
        readonly step?: string
        readonly output: Json
        readonly reason?: string
      })
  /** The run goes on at `to_step` instead of at `from_step`, or behind it. */
  | (Asker &
      Seen & {
        readonly type: 'jump'
        readonly from_step?: string
        readonly to_step: string
        readonly reason?: string
      })
  | {
      readonly type: 'cancel'
      readonly actor: ActorRef
      readonly reason?: string
      readonly cause?: 'operator' | 'parent'
      readonly compensate?: boolean
      /** Ends the run now, whatever it waits for: also one that rolls back. */
      readonly force?: boolean
    }
  | (Seen & {
      readonly type: 'next_step'
      readonly actor: ActorRef
      readonly user_input: Json
      readonly reason?: string
    })
  | {
      readonly type: 'signal'
      readonly actor: ActorRef
      readonly signal_name: string
      readonly payload: Json
      readonly reason?: string
    }
  | (Seen & { readonly type: 'rollback'; readonly actor: ActorRef; readonly reason?: string })
  /** `continued_by`: another run goes on with its results, and this one is left as it is. */
  | (Seen & {
      readonly type: 'acknowledge'
      readonly actor: ActorRef
      readonly reason?: string
      readonly continued_by?: string
    })

export type CommandType = Command['type']
export type CommandOf<Type extends CommandType> = Extract<Command, { readonly type: Type }>

export type RefusalCode =
  | 'INVALID_TRANSITION'
  | 'AMBIGUOUS_WAIT'
  | 'AMBIGUOUS_STEP'
  | 'NO_SUCH_WAIT'
  | 'INVALID_INPUT'
  | 'STEP_NOT_FOUND'
  | 'NOT_MANUAL'
  | 'NOT_ENTITLED'
  /** Several people have to approve, and this one has. */
  | 'ALREADY_APPROVED'
  /** A late or duplicate fact of the engine (an old attempt, a fired timer): nothing to do, nobody to tell. */
  | 'STALE'

/** A verb that does not fit: nothing changed. `field` is a JSON path into the caller's input. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  readonly field?: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  /** INVALID_TRANSITION: the status that does not allow the verb. */
  readonly from?: string
  readonly verb?: CommandType
  /** The wait was already answered: by whom and when. */
  readonly decided?: { readonly by: ActorRef; readonly at: number }
}
