import { NonRetryableError, type StepContext } from 'heddle/steps'
import { numberFrom, reference } from '../shared/references.ts'

interface TripState {
  readonly card?: string
  readonly destination?: string
  readonly nights?: number
  readonly fare?: number
  readonly rate?: number
}

/** Holds a seat. The reservation comes from the idempotency key: a second attempt holds the same seat. */
export function reserveFlight({ destination = 'Lisbon' }: TripState, context: StepContext) {
  return { flight: reference('flight', context.idempotencyKey), fare: 90 + numberFrom(destination, 200) }
}

/** Gives the seat back. A compensation gets the result of the step that it undoes. */
export function cancelFlight(_state: TripState, context: StepContext) {
  context.log(`gave back ${named(context, 'flight')}`)
  return { cancelled: named(context, 'flight') }
}

/** Holds a room, under the same reservation at every attempt. */
export function reserveHotel({ destination = 'Lisbon' }: TripState, context: StepContext) {
  return { hotel: reference('hotel', context.idempotencyKey), rate: 60 + numberFrom(`hotel ${destination}`, 100) }
}

/** Gives the room back. */
export function releaseHotel(_state: TripState, context: StepContext) {
  context.log(`gave back ${named(context, 'hotel')}`)
  return { cancelled: named(context, 'hotel') }
}

/**
 * Charges the card. `declined` is what a bank's test card does, and no further
 * attempt changes its mind; `unreachable` is worth trying again, and then works.
 */
export function charge({ card, fare = 0, rate = 0, nights = 1 }: TripState, context: StepContext) {
  if (card === 'declined') throw new NonRetryableError('The bank has declined the card.')
  if (card === 'unreachable' && context.attempt === 1) throw new Error('The bank did not answer.')
  return { payment: reference('pay', context.idempotencyKey), charged: fare + rate * nights }
}

/** Pays the charge back. */
export function refund(_state: TripState, context: StepContext) {
  return { refunded: named(context, 'payment') }
}

function named({ result }: StepContext, field: string): string {
  return (result as Record<string, string> | undefined)?.[field] ?? `nothing under ${field}`
}
