import type { components, paths } from './generated/api-types.ts'

type Schemas = components['schemas']

export type Run = Schemas['Run']
export type RunItem = Schemas['RunItem']
export type RunTree = Schemas['RunTree']
export type VariantOutput = Schemas['VariantOutput']
export type StartedRun = Schemas['StartedRun']
export type HistoryEvent = Schemas['HistoryEvent']
export type Task = Schemas['Task']
export type TaskItem = Schemas['TaskItem']
export type WorkflowItem = Schemas['WorkflowItem']
export type WorkflowSchemas = Schemas['WorkflowSchemas']
export type Webhook = Schemas['Webhook']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['Delivery']
export type ApiKey = Schemas['ApiKey']
export type RunStatus = Run['status']

type AnyEvent = Schemas['DomainEvent']
type End = 'workflow.run.completed' | 'workflow.run.failed' | 'workflow.run.cancelled'

/** The state of a caller: an object unless the caller says otherwise. */
export type CallerState = { readonly [key: string]: unknown }

/**
 * An event of a run, as streams and webhooks send it. The three events at the end of a run have the caller's own `state`;
 * `State` is its type.
 */
export type DomainEvent<State = CallerState> =
  | (Omit<AnyEvent, 'kind' | 'payload'> & {
      kind: End
      payload: { state: State; outputs?: VariantOutput[]; reason?: unknown; [key: string]: unknown }
    })
  | (Omit<AnyEvent, 'kind' | 'payload'> & {
      kind: Exclude<AnyEvent['kind'], End>
      payload: { [key: string]: unknown }
    })

type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

/** What `runs.list` finds: the parameters of `GET /v1/workflow-runs`. */
export type RunFilter = Omit<QueryOf<'/v1/workflow-runs'>, 'cursor'>
export type DeliveryFilter = Omit<QueryOf<'/v1/organizations/{org}/webhooks/{id}/deliveries'>, 'cursor'>

type StartBody = NonNullable<
  NonNullable<paths['/v1/workflows/run']['post']['requestBody']>['content']['application/json']
>

/** What a start asks for. */
export interface SubmitOptions extends Omit<StartBody, 'input'> {
  readonly input?: unknown
  /** A version other than the newest. */
  readonly version?: number
  /** The same key starts one run, whatever the number of requests. Made when absent. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A start whose signal goes to the run that has the workflow id and has not ended, where there is one. */
export interface SignalWithStartOptions extends Omit<SubmitOptions, 'workflow_id'>, Omit<SignalBody, 'reason'> {
  readonly workflow_id: string
  /** The arguments of a signal to code, in the place of `payload`. */
  readonly args?: unknown[]
}

/** What a signal to triggers carries, and the key of its repetitions. */
export interface RaiseSignalOptions {
  readonly payload?: RaisedSignalBody['payload']
  /** The same key fires each trigger once. Made when absent. */
  readonly idempotencyKey?: string
}

type RaisedSignalBody = NonNullable<
  NonNullable<paths['/v1/signals']['post']['requestBody']>['content']['application/json']
>

/** What a signal has done, for each trigger that waits for it. */
export type FiredTriggers = Schemas['RaisedSignal']['triggers']

/** `started`: the request has started the run, which begins with the signal. */
export interface Signalled {
  readonly run_id: string
  readonly started: boolean
}

export interface Submitted {
  readonly run_id: string
  readonly status: RunStatus
  readonly variants: number
}

export interface SignalBody {
  readonly signal_name: string
  readonly payload?: unknown
  readonly reason?: string
}
