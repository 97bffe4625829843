import { NonRetryableError, type StepContext } from 'heddle/steps'
import { numberFrom, reference } from '../shared/references.ts'

interface Parcel {
  readonly sku: string
  readonly quantity?: number
}

interface CostState {
  readonly items: readonly Parcel[]
  readonly warehouse_id?: string
  readonly carrier?: string
}

/** What the way from the warehouse costs; carriers that take hazardous goods charge for it. */
export function computeCost({ items, carrier }: CostState) {
  const units = items.reduce((sum, { quantity = 1 }) => sum + quantity, 0)
  const surcharge = carrier === undefined ? 0 : 25
  return { carrier: carrier ?? 'NorthStar', cost: Math.round((4.9 + units * 0.35 + surcharge) * 100) / 100 }
}

/** Called once for every item of a list: `context.item` is the item, `context.index` its place. */
export function printLabel(_state: unknown, { item, index }: StepContext) {
  const { sku } = item as Parcel
  if (sku === '') throw new NonRetryableError('The item has no SKU: there is nothing to print.')
  return { label: reference('label', `${index} ${sku}`) }
}

/** Asks the carrier where the parcel is. Here it moves on with every look at it, unless it is the one called LOST. */
export function track({ parcel }: { readonly parcel: string }, { iteration }: StepContext) {
  const places = ['at the sender', 'in the sorting centre', 'on the van', 'delivered'] as const
  const legs = parcel === 'LOST' ? Number.POSITIVE_INFINITY : 2 + numberFrom(parcel, places.length - 2)
  const place = iteration >= legs ? 'delivered' : places[Math.min(iteration - 1, 2)]
  return { place, delivered: place === 'delivered', looks: iteration }
}
