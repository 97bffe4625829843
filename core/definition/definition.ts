import type { Json, JsonObject, JsonSchema } from '../json.ts'
import type { Concurrency } from './concurrency.ts'
import type { Envelope } from './envelope.ts'
import type { PinnedOutput } from './test-run/test-plan.ts'
import type { Trigger } from './trigger.ts'

/**
 * The compiled definition: the result of `parse`, which the engine runs. It is plain data with the names of the YAML
 * (snake_case keys), aliases and shorthands resolved, so that text, canvas and engine share one vocabulary. Keys that
 * Heddle does not know stay in the text only. A workflow that is code has a CodeDefinition instead, which shares the
 * options and has no steps.
 */
export interface Definition {
  readonly workflow_type: string
  /** The name for people; `workflow_type` is the id. */
  readonly title?: string
  readonly workflow_version?: string
  readonly description?: string
  /** Words for people, by which lists of workflows are filtered; no effect on a run. */
  readonly tags?: readonly string[]
  readonly input_schema?: JsonSchema
  /** What starts runs by itself once the definition is published; no effect on a run. */
  readonly triggers?: readonly Trigger[]
  readonly saga_enabled: boolean
  readonly fail_fast: boolean
  /** With false, `variants`, `bundle` and `regenerate` in the input of a run are data of the workflow. */
  readonly fan_out?: boolean
  readonly timeout_seconds?: number
  readonly timeout_includes_waits: boolean
  readonly recovery?: RecoveryPolicy
  /** The transaction envelope of the runs (envelope.ts). */
  readonly envelope?: Envelope
  /** How many runs work at the same time for each key (concurrency.ts). */
  readonly concurrency?: Concurrency
  /** Parts that an import of another system's file could not convert, a sentence each; no effect on a run. */
  readonly not_imported?: readonly string[]
  readonly steps: readonly Step[]
}

/** A workflow that is code: its body is replayed over the history of each run (core/run/code). */
export interface CodeDefinition extends Definition {
  readonly kind: 'code'
  /** None: the commands of a run are its steps. */
  readonly steps: readonly []
  readonly code: CodeSources
  /** How long a cancelled body may clean up; `limits.code.cancelGraceMs` when absent, 0 for ever. */
  readonly cancel_grace_seconds?: number
}

/** The code of a workflow: the modules that its body is made of, and the messages that they declare. */
export interface CodeSources {
  /** The module with the body, below the functions folder. */
  readonly entry: string
  /** The name by which the module exports the workflow. */
  readonly export_name: string
  /** Sources by file, the entry and its helpers. */
  readonly sources: { readonly [file: string]: string }
  /** The queue whose hosts run the body. */
  readonly queue: string
  /** `agents`: agents have registered the workflow, and Heddle has no sources that its own threads could run. */
  readonly by?: 'agents'
  /** The hash that agents give for the code; a run is first offered to agents with the hash that it began with. */
  readonly hash?: string
  readonly signals: readonly string[]
  readonly queries: readonly string[]
  readonly updates: readonly string[]
}

export function isCode(definition: Definition): definition is CodeDefinition {
  return 'kind' in definition && definition.kind === 'code'
}

/**
 * The code whose bodies agents run: an agent has registered it, or its queue is not `default`. Null: the engines run the
 * bodies, or the workflow is made of steps.
 */
export function codeOfAgents(definition: Definition): CodeSources | null {
  if (!isCode(definition)) return null
  const { code } = definition
  return code.by === 'agents' || code.queue !== 'default' ? code : null
}

export const END = 'END'

export const stepTypes = [
  'STANDARD',
  'ASYNC',
  'DECISION',
  'PARALLEL',
  'SUB_WORKFLOW',
  'LOOP',
  'HUMAN',
  'HTTP',
  'MAIL',
  'SQL',
  'AI',
  'SCRIPT',
  'TRANSFORM',
  'WAIT',
  'SIGNAL',
  'FIRE_AND_FORGET',
] as const
export type StepType = (typeof stepTypes)[number]

export interface RetryPolicy {
  readonly max_attempts: number
  readonly initial_interval_seconds?: number
  readonly backoff?: number
  readonly max_interval_seconds?: number
  readonly non_retryable?: readonly string[]
}

/** What happens to the ASYNC steps of a workflow whose workers are lost; the installation decides what is left out. */
export interface RecoveryPolicy {
  /** Seconds without a heartbeat after which a worker counts as lost, unless the step says. */
  readonly stale_seconds?: number
  /** How often an `idempotent` step is given to another worker. */
  readonly attempts?: number
}

/** Keys that every step may have. `next` is a list even where the text has one name. */
export interface StepCommon {
  readonly name: string
  /** The name for people; `name` is the id. The title of a HUMAN step is the template of its task's title. */
  readonly title?: string
  readonly description?: string
  readonly when?: string
  readonly with?: JsonObject
  readonly retry?: RetryPolicy
  readonly timeout_seconds?: number
  readonly compensate_function?: string
  readonly dependencies?: readonly string[]
  readonly next?: readonly string[]
  readonly on_failure?: { readonly target_step: string }
  readonly on_error?: 'ignore' | 'fail'
  readonly output_key?: string
  readonly max_visits?: number
  readonly effects?: 'none'
  /** The call gets the fencing tokens of the run's locks. */
  readonly fencing?: boolean
  readonly automate_next?: boolean
  /** A disabled step is skipped in every run, as if its `when` were false. */
  readonly disabled?: boolean
  readonly dynamic_injection?: DynamicInjection
  /**
   * The output that replaces the execution of the step; only in the definition of a test run, never in a text. `state`:
   * the resulting state, where it differs from the state that the output would produce.
   */
  readonly pinned?: PinnedOutput & { readonly state?: JsonObject }
  /** A LOOP ends after its first round; only in the definition of a test run, like `pinned`. */
  readonly first_round_only?: true
  /** The step is a part of an AI step with tools; only in the definition that a run executes (agent-loop.ts). */
  readonly agent?: AgentPart
  /** A Ruvon key without effect here. */
  readonly input_model?: string
  readonly required_input?: Json
  /** Parts that an import of another system's file could not convert, a sentence each; no effect on a run. */
  readonly not_imported?: readonly string[]
}

/** Rules that insert steps after this step, evaluated when it has completed. */
export interface DynamicInjection {
  readonly rules: readonly InjectionRule[]
}

/** A rule with one test; with several, the first in this order counts. */
export interface InjectionRule {
  /** The field of the state that the tests read; dots lead into it. */
  readonly condition_key: string
  readonly value_match?: Json
  readonly value_is_not?: readonly Json[]
  readonly value_greater_than?: number
  readonly value_less_than?: number
  /** Both ends included. */
  readonly value_between?: readonly [number, number]
  readonly action: 'INSERT_AFTER_CURRENT'
  readonly steps_to_insert: readonly Step[]
}

/**
 * The rules by which a step inserts steps. FIRE_AND_FORGET has none: the run does not wait for it, and nothing follows
 * its end.
 */
export function rulesOf(step: Step): readonly InjectionRule[] {
  return step.type === 'FIRE_AND_FORGET' ? [] : (step.dynamic_injection?.rules ?? [])
}

export interface Route {
  /** Absent on the default route. */
  readonly condition?: string
  readonly target: string
}

export interface StandardStep extends StepCommon {
  readonly type: 'STANDARD'
  readonly function: string
  readonly idempotent?: boolean
}
export interface AsyncStep extends StepCommon {
  readonly type: 'ASYNC'
  readonly function: string
  readonly queue?: string
  readonly heartbeat_timeout_seconds?: number
  readonly idempotent?: boolean
}
export interface DecisionStep extends StepCommon {
  readonly type: 'DECISION'
  readonly function?: string
  /** In evaluation order; the default, if any, is last. */
  readonly routes: readonly Route[]
}
/** A short task of a PARALLEL step: one call, or one run below. */
export interface ShortTask {
  readonly name: string
  readonly function?: string
  readonly sub_workflow_type?: string
  readonly input?: Json
}
/**
 * A whole step as a task of a PARALLEL step: of any type but DECISION, PARALLEL and LOOP. It ends at the join, so
 * it has no keys that name a next step (`branchKeysOf`).
 */
export type BranchStep = Exclude<Step, DecisionStep | ParallelStep | LoopStep>
/** An entry with a `type` is a whole step. */
export type ParallelTask = ShortTask | BranchStep
export interface ParallelStep extends StepCommon {
  readonly type: 'PARALLEL'
  readonly tasks?: readonly ParallelTask[]
  readonly iterate_over?: string
  readonly task_function?: string
  /** The step that runs for each item of the list, in place of `task_function`. */
  readonly task?: BranchStep
  readonly item_var_name?: string
  readonly batch_size?: number
  readonly merge_strategy?: 'SHALLOW' | 'DEEP'
  readonly merge_conflict_behavior?: 'PREFER_NEW' | 'PREFER_EXISTING' | 'RAISE_ERROR'
  readonly allow_partial_success?: boolean
}
export interface SubWorkflowStep extends StepCommon {
  readonly type: 'SUB_WORKFLOW'
  readonly sub_workflow_type: string
  readonly input?: Json
  readonly on_parent_close?: 'cancel' | 'abandon'
}
export interface LoopStep extends StepCommon {
  readonly type: 'LOOP'
  readonly mode: 'ITERATE' | 'WHILE'
  readonly iterate_over?: string
  readonly while_condition?: string
  readonly item_var_name?: string
  readonly max_iterations?: number
  readonly loop_body: readonly Step[]
  /** The AI step with tools that the loop executes; only in the definition that a run executes. */
  readonly asks?: AgentStep
}
export interface HumanStep extends StepCommon {
  readonly type: 'HUMAN'
  readonly instructions?: string
  readonly form?: JsonSchema
  readonly assignees?: readonly string[]
  readonly groups?: readonly string[]
  readonly excluded?: readonly string[]
  readonly queue?: string
  readonly priority?: number
  /** Values shown in the task's row, by label. */
  readonly inbox_fields?: { readonly [label: string]: Json }
  readonly due_in_seconds?: number
  readonly reminders?: readonly number[]
  readonly escalate_to?: string
  readonly escalate_after_seconds?: number
  readonly approvals_required?: number
  /** Ruvon's HUMAN_IN_LOOP may call a function when it is resumed. */
  readonly function?: string
}
export interface HttpStep extends StepCommon {
  readonly type: 'HTTP'
  readonly http_config: JsonObject
  readonly connection?: string
  readonly idempotent?: boolean
}
export interface MailStep extends StepCommon {
  readonly type: 'MAIL'
  readonly connection: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly reply_to?: string
  /** A list of uploaded files. */
  readonly attachments?: Json
}
export interface SqlStep extends StepCommon {
  readonly type: 'SQL'
  readonly connection: string
  readonly statement: string
  readonly parameters?: Json
  readonly access?: 'read' | 'write'
  readonly max_rows?: number
  readonly idempotent?: boolean
}
export interface AiStep extends StepCommon {
  readonly type: 'AI'
  readonly connection: string
  readonly prompt: string
  readonly system?: string
  readonly model?: string
  readonly output_schema?: JsonSchema
  readonly max_tokens?: number
  readonly temperature?: number
  readonly tools?: readonly AiTool[]
  readonly max_turns?: number
  readonly token_budget?: number
}
/** A function or a workflow that the model of an AI step may call. */
export interface AiTool {
  /** The name by which the model calls it. */
  readonly name: string
  readonly description?: string
  readonly function?: string
  readonly sub_workflow_type?: string
  /** The form of the arguments; absent: any object. */
  readonly input_schema?: JsonSchema
  /** A person decides on every call before it runs. */
  readonly needs_approval?: boolean
  /** The groups that decide; absent: everybody. */
  readonly approvers?: readonly string[]
  readonly retry?: RetryPolicy
  readonly timeout_seconds?: number
}
/** An AI step with at least one tool. */
export type AgentStep = AiStep & { readonly tools: readonly AiTool[] }
/** The part that a step has in the loop of an AI step with tools. */
export interface AgentPart {
  /** Name of the AI step. */
  readonly of: string
  readonly part: 'model' | 'approval' | 'tool'
}
export interface ScriptStep extends StepCommon {
  readonly type: 'SCRIPT'
  readonly code: string
}
export interface TransformStep extends StepCommon {
  readonly type: 'TRANSFORM'
  /** Expressions by state path (`a.b`), applied in the order of the text. */
  readonly set: { readonly [path: string]: string }
}
export interface WaitStep extends StepCommon {
  readonly type: 'WAIT'
  readonly duration_seconds?: number | string
  readonly until?: string
}
export interface SignalStep extends StepCommon {
  readonly type: 'SIGNAL'
  readonly signal: string
  readonly schema?: JsonSchema
}
export interface FireAndForgetStep extends StepCommon {
  readonly type: 'FIRE_AND_FORGET'
  readonly workflow_type?: string
  readonly function?: string
  readonly input?: Json
}
/** A step of an unknown type: kept, reported, and failing when a run reaches it. */
export interface UnknownStep extends StepCommon {
  readonly type: 'UNKNOWN'
  readonly written_type: string
}

export type Step =
  | StandardStep
  | AsyncStep
  | DecisionStep
  | ParallelStep
  | SubWorkflowStep
  | LoopStep
  | HumanStep
  | HttpStep
  | MailStep
  | SqlStep
  | AiStep
  | ScriptStep
  | TransformStep
  | WaitStep
  | SignalStep
  | FireAndForgetStep
  | UnknownStep

/** The whole step of a task; undefined for a short task. */
export function wholeStep(task: ParallelTask | undefined): BranchStep | undefined {
  return task !== undefined && 'type' in task ? task : undefined
}

/** The short task; undefined for a whole step. */
export function shortTask(task: ParallelTask | undefined): ShortTask | undefined {
  return task === undefined || 'type' in task ? undefined : task
}

/** Canvas positions by the name of a step or a note, in pixels; read from the `layout` key only. */
export type Layout = { readonly [name: string]: readonly [x: number, y: number] }

/** A named group of steps on the canvas, also from `layout`; it has no effect on a run. */
export interface StepGroup {
  /** Its key in `layout`. */
  readonly id: string
  readonly title: string
  readonly steps: readonly string[]
  /** Drawn as one collapsed box. */
  readonly collapsed: boolean
}
