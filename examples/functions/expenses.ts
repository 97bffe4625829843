import type { StepContext } from 'heddle/steps'
import { reference } from '../shared/references.ts'

interface ExpenseState {
  readonly employee: string
  readonly amount: number
  readonly checked?: boolean
  readonly released?: boolean
  readonly remark?: string
}

/** Small amounts need one pair of eyes, others two. */
export function classify({ amount }: ExpenseState) {
  return { pairs_of_eyes: amount > 250 ? 2 : 1 }
}

/** Pays the expense; a second attempt is the same transfer. */
export function payOut({ employee, amount }: ExpenseState, context: StepContext) {
  return {
    transfer: reference('transfer', context.idempotencyKey),
    letter: `${employee} is paid ${amount.toFixed(2)}.`,
  }
}

/** Says why nothing is paid. */
export function reject({ employee, amount, remark }: ExpenseState) {
  return { letter: `${employee} is not paid ${amount.toFixed(2)}: ${remark ?? 'no reason was given'}.` }
}
