import { webhookKinds } from '#core/run/domain/domain-kinds.ts'
import { ApiError } from '../api-error.ts'

const isKnown = (entry: string) =>
  entry.endsWith('.*')
    ? webhookKinds.some((kind) => kind.startsWith(entry.slice(0, -1)))
    : (webhookKinds as readonly string[]).includes(entry)

/** A filter of kinds and prefixes, each once. Throws `CHOICE_UNKNOWN` for an entry that matches no kind. */
export function checkedFilter(filter: readonly string[]): readonly string[] {
  const index = filter.findIndex((entry) => !isKnown(entry))
  if (index >= 0) {
    const message = `There is no kind of event ${filter[index]}. Use a prefix such as workflow.run.*, or one of: ${webhookKinds.join(', ')}.`
    throw new ApiError('CHOICE_UNKNOWN', message, `event_filter.${index}`)
  }
  return [...new Set(filter)]
}

/** Whether a filter (`w.event_filter`) contains a kind, as SQL. */
export const matchesSql = (kind: string) => `(cardinality(w.event_filter) = 0 or exists (
  select from unnest(w.event_filter) f
   where f = ${kind} or (right(f, 2) = '.*' and starts_with(${kind}, left(f, -1)))))`
