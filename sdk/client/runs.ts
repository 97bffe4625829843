import { type Api, answered, pages, streamed } from './api.ts'
import { RunFailedError, WaitTimeoutError } from './errors.ts'
import { randomKey } from './random-key.ts'
import type { Send } from './transport.ts'
import type {
  CallerState,
  DomainEvent,
  Run,
  RunFilter,
  RunItem,
  SignalBody,
  Signalled,
  SignalWithStartOptions,
  SubmitOptions,
  Submitted,
} from './types.ts'

const ends: ReadonlySet<string> = new Set(['workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled'])

export interface WatchOptions {
  /** Adds the nodes of input and output, and changes of ownership. */
  readonly includeInternal?: boolean
  readonly signal?: AbortSignal
  /** The id of the event behind which the stream begins. */
  readonly lastEventId?: string
}

export interface WaitOptions {
  readonly onEvent?: (event: DomainEvent) => void
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

interface Reason {
  readonly reason?: string
}

/** The runs of workflows: start, follow and act on them. Every change has an idempotency key, so it can be repeated. */
export class Runs {
  readonly #api: Api
  readonly #send: Send
  readonly #baseUrl: string

  constructor(api: Api, send: Send, baseUrl: string) {
    this.#api = api
    this.#send = send
    this.#baseUrl = baseUrl
  }

  /** Starts a run of a workflow. Throws `HeddleError`. */
  async submit(name: string, options: SubmitOptions = {}): Promise<Submitted> {
    const { version, idempotencyKey = randomKey(), signal, input = {}, ...body } = options
    const query = { name, ...(version !== undefined && { version }) }
    return answered(
      this.#api.POST('/v1/workflows/run', {
        params: { query, header: { 'Idempotency-Key': idempotencyKey } },
        // The server judges the input by the schema of the workflow.
        body: { ...body, input: input as Record<string, unknown> },
        ...(signal && { signal }),
      }),
    )
  }

  /** Signals the run that has the workflow id, or starts one that begins with the signal. Throws `HeddleError`. */
  async signalWithStart(name: string, options: SignalWithStartOptions): Promise<Signalled> {
    const { version, idempotencyKey = randomKey(), signal, input = {}, ...body } = options
    const query = { name, ...(version !== undefined && { version }) }
    const answer = await answered(
      this.#api.POST('/v1/workflows/signal-with-start', {
        params: { query, header: { 'Idempotency-Key': idempotencyKey } },
        body: { ...body, input: input as Record<string, unknown> },
        ...(signal && { signal }),
      }),
    )
    // An answer without `started` says that the run has the signal and has not read it yet.
    return { run_id: answer.run_id, started: 'started' in answer && answer.started }
  }

  get(id: string): Promise<Run> {
    return answered(this.#api.GET('/v1/workflow-runs/{id}', { params: { path: { id } } }))
  }

  /** All runs that the filter finds, newest first; `limit` is the size of the pages in which they are read. */
  list(filter: RunFilter = {}): AsyncGenerator<RunItem, void, undefined> {
    return pages((cursor) => {
      const query = { ...filter, ...(cursor !== undefined && { cursor }) }
      return answered(this.#api.GET('/v1/workflow-runs', { params: { query } }))
    })
  }

  cancel(id: string, body: Reason & { readonly compensate?: boolean; readonly force?: boolean } = {}) {
    return answered(this.#api.POST('/v1/workflow-runs/{id}/cancel', { ...verb(id), body }))
  }

  pause(id: string, body: Reason = {}) {
    return answered(this.#api.POST('/v1/workflow-runs/{id}/pause', { ...verb(id), body }))
  }

  /** Goes on after a pause, or answers what the run waits for with an `input`. */
  resume(
    id: string,
    body: Reason & { readonly input?: unknown; readonly step?: string; readonly task_id?: string } = {},
  ) {
    return answered(this.#api.POST('/v1/workflow-runs/{id}/resume', { ...verb(id), body }))
  }

  signal(id: string, body: SignalBody) {
    return answered(this.#api.POST('/v1/workflow-runs/{id}/signal', { ...verb(id), body }))
  }

  /** Answers the open human step with an approval; `input` has the other fields of its form. */
  approve(
    id: string,
    body: Reason & { readonly input?: Record<string, unknown>; readonly step?: string; readonly task_id?: string } = {},
  ) {
    return answered(this.#api.POST('/v1/workflow-runs/{id}/approve', { ...verb(id), body }))
  }

  retry(id: string, body: Reason & { readonly from_step?: string; readonly input?: Record<string, unknown> } = {}) {
    return answered(this.#api.POST('/v1/workflow-runs/{id}/retry', { ...verb(id), body }))
  }

  /**
   * The events of a run, past ones first; ends with the last event of a run that has ended. A connection that breaks is
   * opened again behind the last event.
   */
  watch<State = CallerState>(
    id: string,
    { includeInternal = false, signal, lastEventId }: WatchOptions = {},
  ): AsyncGenerator<DomainEvent<State>, void, undefined> {
    const address = new URL(`${this.#baseUrl}/v1/workflow-runs/${encodeURIComponent(id)}/events`)
    if (includeInternal) address.searchParams.set('include_internal', 'true')
    const isEnd = ({ kind, run_id }: DomainEvent<State>) => run_id === id && ends.has(kind)
    return streamed<DomainEvent<State>>(address, this.#send, { signal, lastEventId, isEnd })
  }

  /** The run at its end. Throws `WaitTimeoutError` where it has not ended within `timeoutMs`. */
  async wait(id: string, { onEvent, timeoutMs, signal }: WaitOptions = {}): Promise<Run> {
    const late = new AbortController()
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => late.abort(new WaitTimeoutError(id, timeoutMs)), timeoutMs)
    try {
      const any = AbortSignal.any([late.signal, ...(signal ? [signal] : [])])
      for await (const event of this.watch(id, { signal: any })) onEvent?.(event)
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
    return this.get(id)
  }

  async submitAndWait(
    name: string,
    { onEvent, timeoutMs, ...options }: SubmitOptions & WaitOptions = {},
  ): Promise<Run> {
    const { run_id } = await this.submit(name, options)
    return this.wait(run_id, {
      ...(onEvent && { onEvent }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(options.signal && { signal: options.signal }),
    })
  }

  /**
   * The outputs of a run at its end, one for each variant in its order. Throws `RunFailedError` unless it completed;
   * with `partial`, outputs of variants that did not complete are undefined instead.
   */
  submitAndGetOutput<T = unknown>(
    name: string,
    options: SubmitOptions & WaitOptions & { readonly partial: true },
  ): Promise<(T | undefined)[]>
  submitAndGetOutput<T = unknown>(
    name: string,
    options?: SubmitOptions & WaitOptions & { readonly partial?: false },
  ): Promise<T[]>
  async submitAndGetOutput<T = unknown>(
    name: string,
    { partial = false, ...options }: SubmitOptions & WaitOptions & { readonly partial?: boolean } = {},
  ): Promise<(T | undefined)[]> {
    const run = await this.submitAndWait(name, options)
    if (run.status !== 'completed' && !partial) throw new RunFailedError(run)
    return run.outputs.map(({ status, output }) => (status === 'completed' ? (output as T) : undefined))
  }
}

const verb = (id: string) => ({ params: { path: { id }, header: { 'Idempotency-Key': randomKey() } } })
