import { type Api, answered, pages } from './api.ts'
import type { Delivery, DeliveryFilter, Webhook, WebhookWithSecret } from './types.ts'

export interface WebhookSettings {
  readonly url: string
  /** Kinds, and prefixes such as `workflow.run.*`; empty: all kinds. */
  readonly event_filter?: string[]
  readonly max_retries?: number
}

/** The webhooks of an owner; `org` is its id, `local` without login. */
export class Webhooks {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** The webhook with its secret, which no later answer shows. */
  create(org: string, body: WebhookSettings): Promise<WebhookWithSecret> {
    return answered(this.#api.POST('/v1/organizations/{org}/webhooks', { params: { path: { org } }, body }))
  }

  async list(org: string): Promise<Webhook[]> {
    const { items } = await answered(this.#api.GET('/v1/organizations/{org}/webhooks', { params: { path: { org } } }))
    return items
  }

  get(org: string, id: string): Promise<Webhook> {
    return answered(this.#api.GET('/v1/organizations/{org}/webhooks/{id}', of(org, id)))
  }

  update(org: string, id: string, body: Partial<WebhookSettings> & { readonly active?: boolean }): Promise<Webhook> {
    return answered(this.#api.PATCH('/v1/organizations/{org}/webhooks/{id}', { ...of(org, id), body }))
  }

  async delete(org: string, id: string): Promise<void> {
    await answered(this.#api.DELETE('/v1/organizations/{org}/webhooks/{id}', of(org, id)))
  }

  /** The webhook with a new secret; the former one signs as well for 24 hours. */
  rotate(org: string, id: string): Promise<WebhookWithSecret> {
    return answered(this.#api.POST('/v1/organizations/{org}/webhooks/{id}/rotate', of(org, id)))
  }

  /** Sends a test event now; the delivery tells what the receiver answered. */
  test(org: string, id: string): Promise<Delivery> {
    return answered(this.#api.POST('/v1/organizations/{org}/webhooks/{id}/test', of(org, id)))
  }

  /** The deliveries of 30 days, newest first. */
  deliveries(org: string, id: string, filter: DeliveryFilter = {}): AsyncGenerator<Delivery, void, undefined> {
    return pages((cursor) => {
      const query = { ...filter, ...(cursor !== undefined && { cursor }) }
      const params = { path: { org, id }, query }
      return answered(this.#api.GET('/v1/organizations/{org}/webhooks/{id}/deliveries', { params }))
    })
  }

  /** Sends a delivery once more, under its id. */
  redeliver(org: string, deliveryId: string): Promise<Delivery> {
    return answered(this.#api.POST('/v1/organizations/{org}/webhooks/deliveries/{id}/redeliver', of(org, deliveryId)))
  }
}

const of = (org: string, id: string) => ({ params: { path: { org, id } } })
