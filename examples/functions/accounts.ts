import { NonRetryableError, type StepContext } from 'heddle/steps'
import { reference } from '../shared/references.ts'

interface TransferState {
  readonly from?: string
  readonly to?: string
  readonly amount?: number
}

const most = 10_000

/** Takes the amount from the first account, under the same booking at every attempt. */
export function debit({ from, amount = 0 }: TransferState, context: StepContext) {
  context.log(`${from}: -${amount} under the token ${context.fencing?.[`account:${from}`]}`)
  return { debit: reference('debit', context.idempotencyKey) }
}

/** Books the debit back. */
export function undoDebit(_state: TransferState, context: StepContext) {
  return { undone: booking(context, 'debit') }
}

/** Adds the amount to the second account. A large amount is refused, so the debit is booked back. */
export function credit({ to, amount = 0 }: TransferState, context: StepContext) {
  if (amount > most) throw new NonRetryableError(`${to} takes at most ${most}.`)
  context.log(`${to}: +${amount} under the token ${context.fencing?.[`account:${to}`]}`)
  return { credit: reference('credit', context.idempotencyKey) }
}

/** Books the credit back. */
export function undoCredit(_state: TransferState, context: StepContext) {
  return { undone: booking(context, 'credit') }
}

function booking({ result }: StepContext, field: string): string {
  return (result as Record<string, string> | undefined)?.[field] ?? `no ${field}`
}
