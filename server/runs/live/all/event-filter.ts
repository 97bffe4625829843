import { domainKinds } from '#core/run/domain/domain-kinds.ts'
import { ApiError } from '../../../api-error.ts'

/** The events that a reader of all runs asks for: kinds or their prefixes (all where there is none), and runs. */
export interface EventFilter {
  readonly kinds: readonly string[]
  readonly workflow?: string | undefined
  /** A run, with the steps of its variants. */
  readonly runId?: string | undefined
}

const matches = (kind: string, wanted: string) =>
  wanted.endsWith('.*') ? kind.startsWith(wanted.slice(0, -1)) : kind === wanted

/** Throws `CHOICE_UNKNOWN` for an entry that matches no kind of event. */
export function checkKinds(kinds: readonly string[], field: string): void {
  const unknown = kinds.find((wanted) => !domainKinds.some((kind) => matches(kind, wanted)))
  if (unknown === undefined) return
  const message = `There is no kind of event ${unknown}. Use a prefix such as workflow.run.*, or one of: ${domainKinds.join(', ')}.`
  throw new ApiError('CHOICE_UNKNOWN', message, field)
}

export const isOfKinds = (kinds: readonly string[], kind: string): boolean =>
  kinds.length === 0 || kinds.some((wanted) => matches(kind, wanted))
