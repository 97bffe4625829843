/** A refusal of an action, in the words and with the code that the caller gets. */
export interface Denial {
  readonly code: 'UNAUTHENTICATED' | 'SECOND_FACTOR_NEEDED' | 'FORBIDDEN' | 'NOT_ENTITLED' | 'CONFLICT'
  readonly reason: string
}

export type Verdict = { readonly allowed: true } | ({ readonly allowed: false } & Denial)

/** The actor's roles do not allow the action. */
export function forbidden(reason: string): Denial {
  return { code: 'FORBIDDEN', reason }
}
