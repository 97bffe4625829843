import type { Json } from '#core/json.ts'
import type { Artifact } from './artifact.ts'
import type { CodeCommand, CodeNote, CodeOutcome } from './code/code-state.ts'
import type { SeenAt } from './decide/seen-at.ts'
import type { LockTokens } from './events/envelope-event.ts'
import type { ActorRef, HumanWaits, RunError, Verdict } from './words.ts'

/** A directive of a step function, returned instead of a result. */
export type Directive =
  | { readonly kind: 'pause'; readonly result: Json }
  | { readonly kind: 'sub_workflow'; readonly workflow_type: string; readonly initial_data: Json }
  | { readonly kind: 'jump'; readonly target: string; readonly result: Json }
  /** Fails the run, whatever handles failures here; a saga rolls back. */
  | { readonly kind: 'rollback'; readonly reason: string }

/**
 * The authorization context of the actor who asks: what they may do to the run, as far as the run itself cannot know it.
 * It is not stored. A preview has none.
 */
export interface AuthorizationContext {
  /** Groups of the actor; `*` stands for all. */
  readonly groups: readonly string[]
  readonly manager: boolean
  /** Open tasks of the run that were delegated to the actor. */
  readonly delegated?: readonly string[]
  /**
   * Steps whose child runs ask people for whom the actor may not speak, with the reason; also where these runs ended
   * after they asked and the question is still undecided.
   */
  readonly below?: { readonly [step: string]: string }
}

/** A step whose effects a person has undone by hand. */
export interface ResolvedStep {
  readonly step: string
  readonly note: string
}

/** The state of a resource, as conditions read it. `holders`: run ids. */
export interface ResourceState {
  readonly free: boolean
  readonly holders: readonly string[]
  readonly waiting: number
}

export interface Asker {
  readonly actor: ActorRef
  readonly standing?: AuthorizationContext
}

export type AttemptOutcome =
  /** `bytes`: size of the output's JSON, where it is large. */
  | {
      readonly kind: 'completed'
      readonly output: Json
      readonly http?: Json
      readonly bytes?: number
      readonly artifacts?: readonly Artifact[]
    }
  /** `retryAfterMs`: the minimum delay that the called service asks for. */
  | {
      readonly kind: 'failed'
      readonly error: RunError
      readonly retryable: boolean
      readonly retryAfterMs?: number
      /** The worker that ran the attempt was lost. */
      readonly cause?: 'worker_crash'
    }
  | { readonly kind: 'directive'; readonly directive: Directive; readonly artifacts?: readonly Artifact[] }

/**
 * A request to a run. Verbs of people arrive by the mailbox with an operation id. The engine's own facts (results,
 * timers, children) arrive by the mailbox too, or from its executors. `decide` answers each with events or a refusal.
 */
/** Why a request for locks ends: waiting may be a deadlock, or the concurrency key is full and the run is to be skipped. */
export type FinalRefusal = 'LOCK_ORDER' | 'LOCK_UPGRADE' | 'CONCURRENCY_FULL'

export type Command =
  /**
   * An engine took the run over. The first record is `promoted`, later ones are `owned`. `started` follows for a new
   * run. With `budget: 'exhausted'` no slot is free for a run that has not begun (`server/engine/store/slots/`): it
   * fails, and nothing of it begins.
   */
  | {
      readonly type: 'own'
      readonly engine_id: string
      readonly epoch: number
      readonly handed_back?: boolean
      readonly budget?: 'exhausted'
    }
  | {
      readonly type: 'attempt_ended'
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      /** Index of the item of a PARALLEL step. */
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
      /** The child's verdict. Absent where an earlier version sent the command: then the child counts as unsafe. */
      readonly verdict?: Verdict
      /** Set when the child could not be made and there is no such run: the step that had started it. */
      readonly never_began?: { readonly step: string; readonly iteration: number }
    }
  /** A failed child was retried: a run that failed only through this child goes on waiting for it. */
  | { readonly type: 'child_retried'; readonly child_run_id: string }
  | { readonly type: 'child_waits'; readonly child_run_id: string; readonly waits: HumanWaits }
  | (Asker &
      SeenAt & {
        readonly type: 'resume'
        readonly input?: Json
        readonly step?: string
        readonly task_id?: string
        /**
         * Ids of the tasks that were open when the answer arrived: an answer without a `task_id` may mean one of these.
         */
        readonly open_waits?: readonly string[]
        readonly reason?: string
        /** The parent was resumed: a hold that an operator put on this run itself stays. */
        readonly cause?: 'parent'
      })
  | { readonly type: 'pause'; readonly actor: ActorRef; readonly reason?: string; readonly cause?: 'parent' }
  /** `input` replaces the run's input. */
  | (SeenAt & {
      readonly type: 'retry'
      readonly actor: ActorRef
      readonly from_step?: string
      readonly input?: Json
      readonly reason?: string
    })
  /** Skips a step; the run goes on behind it. Without `step`: the only step in flight, or the only one that failed. */
  | (Asker & SeenAt & { readonly type: 'skip'; readonly step?: string; readonly reason?: string })
  /** Completes a step with the given `output`. */
  | (Asker &
      SeenAt & {
        readonly type: 'mark_done'
        readonly step?: string
        readonly output: Json
        readonly reason?: string
      })
  /** The run goes on at `to_step` instead of at `from_step`, or behind it. */
  | (Asker &
      SeenAt & {
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
      /** Ends the run now, whatever it waits for, also during its rollback. */
      readonly force?: boolean
    }
  | (SeenAt & {
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
  /**
   * `only`: the steps to undo, all by default. `resolved`: steps whose effects were undone by hand. Both for runs with an
   * envelope.
   */
  | (SeenAt & {
      readonly type: 'rollback'
      readonly actor: ActorRef
      readonly reason?: string
      readonly only?: readonly string[]
      readonly resolved?: readonly ResolvedStep[]
    })
  /** Envelope: the states of the resources that its conditions read. `due`: the evaluation that asked for them. */
  | {
      readonly type: 'conditions_checked'
      readonly due: number
      readonly resources: { readonly [id: string]: ResourceState }
    }
  /** Envelope: a resource that a condition reads was given back. */
  | { readonly type: 'conditions_due' }
  /** Envelope: the lock manager has granted all locks of a request. */
  | { readonly type: 'locks_granted'; readonly request: number; readonly tokens: LockTokens }
  /** Envelope: the locks of a request are not free. With `code`, the request is refused for good. */
  | {
      readonly type: 'locks_refused'
      readonly request: number
      readonly retry_note: string
      readonly blocked_by: readonly string[]
      readonly position?: number
      readonly code?: FinalRefusal
    }
  /** Envelope: an administrator took a lock away. */
  | { readonly type: 'lock_lost'; readonly resource: string; readonly actor: ActorRef; readonly reason: string }
  /** The host of a run of code has shown the body its news up to `up_to_seq`. `commands` are new, in their order. */
  | {
      readonly type: 'code_task_ended'
      readonly task: number
      readonly attempt: number
      readonly up_to_seq: number
      readonly commands: readonly CodeCommand[]
      readonly notes: readonly CodeNote[]
      readonly outcome: CodeOutcome
      /** Queued signals that the body has no handler for. */
      readonly unread?: number
      /** The version whose code ran, where it is another one than the run began with, and the hash of the code. */
      readonly version?: number
      readonly hash?: string
      /** The agent that ran the body; absent: a thread of an engine. */
      readonly agent_id?: string
    }
  /** An update of a run of code; the body accepts, completes or rejects it. */
  | {
      readonly type: 'update'
      readonly actor: ActorRef
      readonly update_id: string
      readonly name: string
      readonly args: Json
    }
  /** `continued_by`: the run that goes on with this run's results; this run is left as it is. */
  | (SeenAt & {
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
  /** The actor has already approved a task that needs several approvals. */
  | 'ALREADY_APPROVED'
  /** A late or duplicate fact of the engine (an old attempt, a fired timer) needs no action and no answer. */
  | 'STALE'

/** A refused command, which changed nothing. `field` is a JSON path into the caller's input. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  readonly field?: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
  /** INVALID_TRANSITION: the status that does not allow the verb. */
  readonly from?: string
  readonly verb?: CommandType
  /** The actor who already answered the wait, and when. */
  readonly decided?: { readonly by: ActorRef; readonly at: number }
}
