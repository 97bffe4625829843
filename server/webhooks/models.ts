/** A webhook as people see it, without its secret. */
export interface Webhook {
  readonly id: string
  readonly url: string
  /** Kinds, and prefixes such as `workflow.run.*`; empty: all kinds. */
  readonly eventFilter: readonly string[]
  readonly active: boolean
  readonly maxRetries: number
  /** Why Heddle turned it off. */
  readonly disabledReason: string | null
  /** The first failure since the last success. */
  readonly failingSince: string | null
  readonly createdBy: string
  readonly createdAt: string
  /** The former secret signs too, until then. */
  readonly rotatingUntil: string | null
  readonly waiting: number
  readonly lastDelivery: { readonly state: DeliveryState; readonly at: string } | null
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped'
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const satisfies readonly DeliveryState[]

export interface Delivery {
  readonly id: string
  readonly webhookId: string
  readonly url: string
  readonly runId: string | null
  readonly seq: number
  readonly kind: string
  readonly state: DeliveryState
  readonly attempts: number
  /** Of the last attempt. */
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number | null
  readonly createdAt: string
  readonly attemptedAt: string | null
  /** When the next attempt is due. */
  readonly nextAt: string | null
}

export interface WebhookSettings {
  readonly url: string
  readonly eventFilter: readonly string[]
  readonly maxRetries: number
}
