import type { StepContext } from 'heddle/steps'

interface LoanState {
  readonly customer: string
  readonly amount: number
  readonly risk_score?: number
  readonly approved?: boolean
  readonly note?: string
}

const YEARLY_RATE = 0.064
const MONTHS = 36

/**
 * Scores a loan from 0 (fine) to 100 (hopeless) by its order of magnitude:
 * below 4,000 is fine, from 100,000 hopeless, between them a manager decides.
 */
export function calculateRisk(state: LoanState, context: StepContext) {
  const score = Math.round(25 * Math.log10(Math.max(state.amount, 100) / 100))
  const riskScore = Math.min(100, score)
  context.log(`risk of ${state.amount} for ${state.customer}: ${riskScore}`)
  return { risk_score: riskScore }
}

/** Pays the loan out and returns its instalments: an annuity over 36 months. */
export function disburse(state: LoanState, context: StepContext) {
  const monthlyRate = YEARLY_RATE / 12
  const instalment = (state.amount * monthlyRate) / (1 - (1 + monthlyRate) ** -MONTHS)
  const rounded = Math.round(instalment * 100) / 100
  return {
    decision: 'disbursed',
    transfer_reference: context.idempotencyKey,
    instalment: rounded,
    months: MONTHS,
    total: Math.round(rounded * MONTHS * 100) / 100,
  }
}

/** Declines the loan with the reason that the customer is told. */
export function decline(state: LoanState) {
  const reason =
    state.approved === false ? (state.note ?? 'declined by a manager') : `risk score ${state.risk_score} is too high`
  return {
    decision: 'declined',
    letter: `Dear ${state.customer}, we cannot offer you a loan of ${state.amount}: ${reason}.`,
  }
}
