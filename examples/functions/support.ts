import type { StepContext } from 'heddle/steps'
import { numberFrom, reference } from '../shared/references.ts'

/** What an order cost. The same number always gives the same order. */
export function findOrder(_state: unknown, { with: asked }: StepContext) {
  const { order } = asked as { readonly order: string }
  return { order, paid: 20 + numberFrom(order, 60), shipped: true }
}

/** Refunds an amount. The id comes from the idempotency key, so a second attempt is the same refund. */
export function refund(_state: unknown, { with: asked, idempotencyKey, log }: StepContext) {
  const { order, amount } = asked as { readonly order: string; readonly amount: number }
  log(`refunded ${amount} of ${order}`)
  return { refund_id: reference('ref', idempotencyKey), amount }
}
