/** The point from which a run continues: where it failed, at a step, or from the start as a new run. */
export type RerunFrom =
  | { readonly kind: 'failed' }
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'start' }

export interface RerunChoice {
  readonly from: RerunFrom
  readonly version: 'own' | 'newest'
}

export type RerunPlan =
  | { readonly verb: 'retry'; readonly fromStep?: string }
  | {
      readonly verb: 'rerun'
      readonly version: 'own' | 'newest'
      readonly results: 'none' | 'kept'
      readonly fromStep?: string
    }

/** A retryable run on its own version continues itself; in every other case a new run is made. */
export function planOf({ from, version }: RerunChoice, mayRetry: boolean): RerunPlan {
  const step = from.kind === 'step' ? { fromStep: from.step } : {}
  if (from.kind === 'start') return { verb: 'rerun', version, results: 'none' }
  if (mayRetry && version === 'own') return { verb: 'retry', ...step }
  return { verb: 'rerun', version, results: 'kept', ...step }
}

/** Values of these choices in a list; no step can have such a name. */
const words = { failed: '\u0000failed', start: '\u0000start' } as const

export function valueOfFrom(from: RerunFrom): string {
  return from.kind === 'step' ? from.step : words[from.kind]
}

export function fromOfValue(value: string): RerunFrom {
  if (value === words.failed) return { kind: 'failed' }
  return value === words.start ? { kind: 'start' } : { kind: 'step', step: value }
}
