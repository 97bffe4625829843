import { createHash } from 'node:crypto'
import type { StepContext } from 'heddle/steps'

interface OrderState {
  readonly order_id: string
  readonly amount: number
  readonly net?: number
  readonly payment_id?: string
}

const VAT_RATE = 0.19

/** Checks the order and splits its amount into net and tax, in cents-exact numbers. */
export function validate(state: OrderState) {
  const orderId = state.order_id.trim().toUpperCase()
  if (orderId === '') throw new Error('The order has no number.')
  const cents = Math.round(state.amount * 100)
  const netCents = Math.round(cents / (1 + VAT_RATE))
  return { order_id: orderId, amount: cents / 100, net: netCents / 100, tax: (cents - netCents) / 100 }
}

/** Charges the amount. The payment's id comes from the idempotency key, so a second attempt is the same payment. */
export function charge(state: OrderState, context: StepContext) {
  const paymentId = `pay_${createHash('sha256').update(context.idempotencyKey).digest('hex').slice(0, 12)}`
  context.log(`charged ${state.amount.toFixed(2)} for ${state.order_id}`)
  return { payment_id: paymentId, charged: state.amount }
}

/** Picks a carrier by value and makes a tracking number with a check digit (modulo 97). */
export function ship(state: OrderState) {
  const carrier = state.amount >= 500 ? 'BlueLine Insured' : 'NorthStar'
  const digest = BigInt(`0x${createHash('sha256').update(state.order_id).digest('hex').slice(0, 12)}`)
  const check = (97n - (digest % 97n)).toString().padStart(2, '0')
  return { carrier, tracking_number: `${carrier.slice(0, 2).toUpperCase()}${digest}${check}` }
}
