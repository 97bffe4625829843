import { type Api, answered, createApi, pages, streamed } from './api.ts'
import { randomKey } from './random-key.ts'
import { Runs } from './runs.ts'
import { createTransport, type Send, type TransportOptions } from './transport.ts'
import type { FiredTriggers, HistoryEvent, RaiseSignalOptions, WorkflowItem, WorkflowSchemas } from './types.ts'
import { Webhooks } from './webhooks.ts'

export interface ClientOptions extends TransportOptions {
  /** The address of Heddle, such as https://heddle.example.com; on a page of Heddle itself its own address. */
  readonly baseUrl?: string
}

/** Workflows: their texts and schemas, and `runs`. */
export class Workflows {
  readonly runs: Runs
  readonly #api: Api

  constructor(api: Api, runs: Runs) {
    this.#api = api
    this.runs = runs
  }

  list(filter: { readonly search?: string; readonly archived?: 'true' | 'false' } = {}): AsyncGenerator<WorkflowItem> {
    return pages((cursor) => {
      const query = { ...filter, ...(cursor !== undefined && { cursor }) }
      return answered(this.#api.GET('/v1/workflows', { params: { query } }))
    })
  }

  /** The schema of the input of the newest version, or of another one. */
  schemas(name: string, version?: number): Promise<WorkflowSchemas> {
    const query = version === undefined ? {} : { version }
    return answered(this.#api.GET('/v1/workflows/{name}/schemas', { params: { path: { name }, query } }))
  }
}

/** A client of one Heddle. Every refusal is thrown as a `HeddleError`. */
export class HeddleClient {
  readonly baseUrl: string
  /** Every route by its path, typed: `client.api.GET('/v1/human-tasks')`. */
  readonly api: Api
  readonly workflows: Workflows
  readonly webhooks: Webhooks
  readonly #send: Send

  constructor(options: ClientOptions = {}) {
    this.baseUrl = withoutSlash(options.baseUrl ?? ownAddress())
    this.#send = createTransport(options)
    this.api = createApi(this.baseUrl, this.#send)
    this.workflows = new Workflows(this.api, new Runs(this.api, this.#send, this.baseUrl))
    this.webhooks = new Webhooks(this.api)
  }

  /**
   * Sends a signal to the triggers that wait for it, and answers what it has done at each. Sent again with the same
   * `idempotencyKey`, it fires each of them once. Throws `HeddleError`.
   */
  async signal(
    name: string,
    { payload, idempotencyKey = randomKey() }: RaiseSignalOptions = {},
  ): Promise<FiredTriggers> {
    const { triggers } = await answered(
      this.api.POST('/v1/signals', {
        params: { header: { 'Idempotency-Key': idempotencyKey } },
        body: { signal_name: name, ...(payload !== undefined && { payload }) },
      }),
    )
    return triggers
  }

  /** The history of a run, event by event, until it has ended: all that Heddle has recorded, for logs and tools. */
  history(runId: string, options: { readonly signal?: AbortSignal; readonly lastEventId?: string } = {}) {
    const address = new URL(`${this.baseUrl}/v1/workflow-runs/${encodeURIComponent(runId)}/history/stream`)
    return streamed<HistoryEvent>(address, this.#send, options)
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

function ownAddress(): string {
  if (typeof location === 'object') return location.origin
  throw new TypeError('The client needs the address of Heddle: new HeddleClient({ baseUrl }).')
}
