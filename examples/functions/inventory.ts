import type { StepContext } from 'heddle/steps'
import { reference } from '../shared/references.ts'

interface AllocationState {
  readonly items: readonly { readonly sku: string; readonly quantity?: number }[]
  readonly reservation?: string
}

/** Counts what has to be there. */
export function checkStock({ items }: AllocationState) {
  return { units: items.reduce((sum, { quantity = 1 }) => sum + quantity, 0) }
}

/** Looking has changed nothing, so there is nothing to do; it is listed to show the order of undoing. */
export function undoCheckStock() {
  return { undone: 'the check' }
}

/** Reserves the items, under the same reservation at every attempt. */
export function reserve(_state: AllocationState, context: StepContext) {
  return { reservation: reference('hold', context.idempotencyKey) }
}

/** Gives the reserved items back. */
export function release(_state: AllocationState, context: StepContext) {
  const { reservation } = context.result as { readonly reservation: string }
  context.log(`released ${reservation}`)
  return { released: reservation }
}

/** Books what was reserved. An item with the SKU POISON cannot be booked: that is how to see a rollback. */
export function updateLedger({ items }: AllocationState, context: StepContext) {
  const poisoned = items.findIndex(({ sku }) => sku === 'POISON')
  if (poisoned !== -1) throw new Error(`Item ${poisoned + 1} cannot be booked: its SKU is POISON.`)
  return { ledger_entry: reference('ledger', context.idempotencyKey) }
}

/** Books the entry back. */
export function undoLedger(_state: AllocationState, context: StepContext) {
  const { ledger_entry: entry } = context.result as { readonly ledger_entry: string }
  return { reversed: entry }
}
