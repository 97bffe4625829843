import type { Scope } from '#core/expression/scope.ts'
import type { Json } from '#core/json.ts'
import type { MovedCode, News } from './code/code-state.ts'
import type { LockTokens } from './events/envelope-event.ts'
import type { ActorRef, HumanTaskSpec, TimerPurpose } from './words.ts'

export interface Each {
  /** Absent in a loop without a list. */
  readonly item?: Json
  readonly index: number
}

/** The work of an attempt: the call of a function, a request, a script, or the call of a service. */
export type Work =
  | { readonly function: string }
  | { readonly http: HttpWork }
  | { readonly script: ScriptWork }
  | { readonly service: ServiceWork }

/** The function call that a worker executes. */
export interface WorkerCall {
  readonly function: string
  readonly with: Json
  readonly input: Json
  readonly state: Json
  readonly key: string
  readonly each?: Each
  readonly fencing?: LockTokens
  /** The function is an activity: it is called with the elements of `with`. */
  readonly activity?: true
  /** Time limit of the attempt. */
  readonly timeoutMs?: number
  /** The longest silence of an activity between two heartbeats. */
  readonly heartbeatTimeoutMs?: number
}

/** News for a body that agents run; the fields are those of a `code_task`. */
export interface AgentDelivery {
  readonly task: number
  readonly attempt: number
  readonly fromSeq: number
  readonly upToSeq: number
  readonly again?: true
  readonly news: readonly News[]
}

/** A signal with which a run begins. */
export interface StartSignal {
  readonly name: string
  readonly data: Json
  /** The sender; absent for a signal that the run before has not read. */
  readonly actor?: ActorRef
}

export interface HttpWork {
  /** The `http_config`, rendered except for its secrets (fillTemplate). */
  readonly request: Json
}

export type ServiceKind = 'mail' | 'sql' | 'ai'

/** What a MAIL, SQL or AI step asks for. The request names its connection, whose secrets only the executor knows. */
export interface ServiceWork {
  readonly kind: ServiceKind
  readonly request: Json
}

export interface ScriptWork {
  readonly code: string
  /** The results of the steps so far, as expressions read them. */
  readonly steps: Scope['steps']
}

/**
 * An effect that the shell owes a run in its present state. `plan` computes the whole list from the state; `id` is
 * stable, so the shell finds new and removed effects by comparing two plans. Rows (timers, human tasks, children) are
 * written in the same flush as the events that opened them; attempts start only after that flush is acknowledged.
 */
export type Effect =
  | (Work & {
      readonly kind: 'attempt'
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      /** The function is an activity: it is called with the elements of `with`. */
      readonly activity?: true
      /** True for a compensation: `function` is then the compensating one and `result` the step's own output. */
      readonly undo: boolean
      /** Index of the item of a PARALLEL step. */
      readonly item?: number
      /** The `item` and `index` of the function: the current element, and its place from 0. */
      readonly each?: Each
      readonly with: Json
      readonly input: Json
      readonly state: Json
      readonly result?: Json
      readonly key: string
      readonly timeoutMs?: number
      /** The longest silence of an activity between two heartbeats. */
      readonly heartbeatTimeoutMs?: number
      /** Fencing tokens of the run's locks, where the step asks for them. */
      readonly fencing?: LockTokens
    })
  /** A function for a worker, offered as a row; its outcome comes back by the run's mailbox. */
  | {
      readonly kind: 'worker_task'
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      readonly queue: string
      /** Whether another worker may run the task again when the first is lost. */
      readonly idempotent: boolean
      /** Heartbeat timeout of its worker, where the step or its workflow has one. */
      readonly heartbeatTimeoutMs?: number
      /** How often another worker may get it, where the workflow says. */
      readonly recoveries?: number
      readonly call: WorkerCall
    }
  /**
   * A recall by a run that rolls back: the task is withdrawn unless a worker has begun it, and given to no other
   * worker.
   */
  | {
      readonly kind: 'recall'
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      /** Id of the worker_task. */
      readonly taskId: string
    }
  | {
      readonly kind: 'timer'
      readonly id: string
      /** Absent on the run's own timer. */
      readonly step?: string
      readonly dueAt: number
      readonly purpose: TimerPurpose
    }
  | {
      readonly kind: 'human_task'
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly task: HumanTaskSpec
    }
  /** States of resources that the conditions of an envelope read; they come back as `conditions_checked`. */
  | {
      readonly kind: 'conditions'
      readonly id: string
      readonly step?: undefined
      readonly due: number
      readonly resources: readonly string[]
    }
  /** News for the body of a run of code; the answer comes back as `code_task_ended`. One per run at most. */
  | {
      readonly kind: 'code_task'
      readonly id: string
      readonly step?: undefined
      readonly task: number
      readonly attempt: number
      /** Number of the last event that the body has seen, and of the last one of `news`. */
      readonly fromSeq: number
      readonly upToSeq: number
      readonly input: Json
      /** The code of the newest version runs from here on: the run was retried, maybe after a change of its code. */
      readonly again?: true
      /** The version whose code has run last, where it is another one than the run began with. */
      readonly moved?: MovedCode
      /** The news after `fromSeq`. A host without the body's instance reads the history instead. */
      readonly news: readonly News[]
    }
  /** The same for a body that agents run: offered as a row, answered by the run's mailbox. */
  | {
      readonly kind: 'agent_task'
      readonly id: string
      readonly step?: undefined
      readonly queue: string
      /** The type of the workflow, which an agent must have registered. */
      readonly type: string
      /** The hash of the code that began the run, where its agents have one. */
      readonly hash?: string
      /** The agent that answered last: it may have the body still. */
      readonly agent?: string
      readonly delivery: AgentDelivery
    }
  | {
      readonly kind: 'child'
      /** The child's run id. */
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly workflow: string
      readonly input: Json
      readonly onParentClose: 'cancel' | 'abandon'
      /** A detached run, which is not awaited (detached.ts). */
      readonly detached?: true
      /** The run goes on as this one, which begins with these signals. */
      readonly continues?: readonly StartSignal[]
    }
