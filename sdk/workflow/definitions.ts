/** What authors declare: workflows, signals, queries, updates. All of it is data, at the top level of a module. */

/** A JSON Schema, as an object. */
export type Schema = { readonly [key: string]: unknown }

export interface WorkflowOptions {
  /** The name by which the workflow is started, unique for its owner. */
  readonly type: string
  /** JSON Schema of the input. */
  readonly input_schema?: Schema
  /** The queue whose hosts run the body; `default` is served by the engine itself. */
  readonly queue?: string
  /** A version for people; the engine tells versions apart by the hash of the source. */
  readonly version?: string
  /** How long a cancelled body may clean up, in seconds; 30 by default, 0 for ever. */
  readonly cancel_grace_seconds?: number
  /** Time limit of the whole run, in seconds; none by default. */
  readonly timeout_seconds?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments of a body are its own; `unknown` would refuse every body.
export type WorkflowBody = (...args: any[]) => Promise<unknown>

export interface WorkflowDefinition<Body extends WorkflowBody = WorkflowBody> {
  readonly kind: 'heddle.workflow'
  readonly options: WorkflowOptions
  readonly body: Body
}

/**
 * Declares a workflow that is code. The body runs from its top over the recorded history each time something happens, so
 * it must be deterministic: time, chance and the world come from `heddle/workflow` and from activities. The input of a
 * start is its one argument; an input of the form `{args: […]}` is its arguments.
 */
export function defineWorkflow<Body extends WorkflowBody>(
  options: WorkflowOptions,
  body: Body,
): WorkflowDefinition<Body> {
  return Object.freeze({ kind: 'heddle.workflow', options: Object.freeze({ ...options }), body })
}

export interface SignalDefinition<Args extends readonly unknown[] = []> {
  readonly kind: 'signal'
  readonly name: string
  /** Only for the types. */
  readonly args?: Args
}

export interface QueryDefinition<Result = unknown, Args extends readonly unknown[] = []> {
  readonly kind: 'query'
  readonly name: string
  readonly args?: Args
  readonly result?: Result
}

export interface UpdateDefinition<Result = unknown, Args extends readonly unknown[] = []> {
  readonly kind: 'update'
  readonly name: string
  readonly args?: Args
  readonly result?: Result
}

export interface DeclaredMessage {
  readonly kind: 'signal' | 'query' | 'update'
  readonly name: string
}

/** The messages that the modules of a realm declare, by kind and name. */
const declared = new Map<string, DeclaredMessage>()

export function declaredMessages(): readonly DeclaredMessage[] {
  return [...declared.values()]
}

function declare<Kind extends DeclaredMessage['kind']>(
  kind: Kind,
  name: string,
): DeclaredMessage & { readonly kind: Kind } {
  const message = Object.freeze({ kind, name })
  declared.set(`${kind} ${name}`, message)
  return message
}

/** Declares a signal: a message to a running body, without an answer. */
export function defineSignal<Args extends readonly unknown[] = []>(name: string): SignalDefinition<Args> {
  return declare('signal', name)
}

/** Declares a query: a question about the state of a body, which changes nothing. */
export function defineQuery<Result, Args extends readonly unknown[] = []>(name: string): QueryDefinition<Result, Args> {
  return declare('query', name)
}

/** Declares an update: a message that the body accepts or rejects, and whose result its sender gets. */
export function defineUpdate<Result, Args extends readonly unknown[] = []>(
  name: string,
): UpdateDefinition<Result, Args> {
  return declare('update', name)
}

export type SignalHandler<Args extends readonly unknown[]> = (...args: Args) => void | Promise<void>
export type QueryHandler<Result, Args extends readonly unknown[]> = (...args: Args) => Result
export type UpdateHandler<Result, Args extends readonly unknown[]> =
  | ((...args: Args) => Result | Promise<Result>)
  | {
      /** Throws to reject the update. It must change nothing, and schedule nothing. */
      readonly validate?: (...args: Args) => void
      readonly handle: (...args: Args) => Result | Promise<Result>
    }
