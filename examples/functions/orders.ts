import { createHash } from 'node:crypto'
import type { StepContext } from 'heddle/steps'
import { reference } from '../shared/references.ts'

interface Item {
  readonly sku: string
  readonly quantity?: number
  readonly price?: number
}

interface OrderState {
  readonly order_id: string
  /** Left out, it is what the items cost. */
  readonly amount?: number
  readonly items?: readonly Item[]
  readonly net?: number
  readonly payment_id?: string
}

const VAT_RATE = 0.19

/** Checks the order and splits its amount into net and tax, in cents-exact numbers. */
export function validate(state: OrderState) {
  const orderId = state.order_id.trim().toUpperCase()
  if (orderId === '') throw new Error('The order has no number.')
  const amount = state.amount ?? (state.items ?? []).reduce((sum, item) => sum + costOf(item), 0)
  const cents = Math.round(amount * 100)
  const netCents = Math.round(cents / (1 + VAT_RATE))
  return { order_id: orderId, amount: cents / 100, net: netCents / 100, tax: (cents - netCents) / 100 }
}

/** Charges the amount. The payment's id comes from the idempotency key, so a second attempt is the same payment. */
export function charge(state: OrderState, context: StepContext) {
  const { amount = 0, order_id: orderId } = state
  context.log(`charged ${amount.toFixed(2)} for ${orderId}`)
  return { payment_id: reference('pay', context.idempotencyKey), charged: amount }
}

/** Picks a carrier by value and makes a tracking number with a check digit (modulo 97). */
export function ship(state: OrderState) {
  const carrier = (state.amount ?? 0) >= 500 ? 'BlueLine Insured' : 'NorthStar'
  const digest = BigInt(`0x${createHash('sha256').update(state.order_id).digest('hex').slice(0, 12)}`)
  const check = (97n - (digest % 97n)).toString().padStart(2, '0')
  return { carrier, tracking_number: `${carrier.slice(0, 2).toUpperCase()}${digest}${check}` }
}

/** Nothing could be allocated: the customer is told, and the order is kept for later. */
export function backOrder(state: OrderState, context: StepContext) {
  return {
    back_order: reference('back', context.idempotencyKey),
    letter: `Order ${state.order_id} is on its way as soon as we have everything in stock.`,
  }
}

/** Puts a paid order into the queue of the warehouse. */
export function release(state: OrderState & { readonly paid_at?: string }) {
  return { released: true, letter: `Thank you, order ${state.order_id} is paid and will be packed today.` }
}

/** Nobody has paid in time. */
export function expire(state: OrderState) {
  return { released: false, letter: `Order ${state.order_id} was not paid in time and is closed.` }
}

function costOf({ price = 10, quantity = 1 }: Item): number {
  return price * quantity
}
