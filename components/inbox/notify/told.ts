import type { NewsRead, TaskNews } from '#components/api/models.ts'

/** What the desktop was told of, as far as it may be asked for again. */
export interface Told {
  /** Up to when the server had answered. */
  readonly until: string
  readonly keys: readonly string[]
}

/**
 * What happened at an instant may become visible a little after the server has answered up to that instant: it is dated
 * by the engine and there once its transaction is. So every question reaches back, and what was told is left out.
 */
const reachBackMs = 10_000

export const askedSince = (until: string): string => new Date(Date.parse(until) - reachBackMs).toISOString()

/** What of the answer to `askedSince(until)` is new, and what was told with it. */
export function newsOf(
  answer: NewsRead,
  told: Told | null,
  until: string,
): { readonly news: readonly TaskNews[]; readonly told: Told } {
  const known = new Set(told?.keys)
  return {
    news: told === null ? [] : answer.items.filter((each) => !known.has(keyOf(each))),
    told: { until: answer.until > until ? answer.until : until, keys: answer.items.map(keyOf) },
  }
}

export function readTold(text: string | null): Told | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isTold(kept) ? kept : null
  } catch {
    return null
  }
}

const keyOf = ({ taskId, at }: TaskNews) => `${taskId} ${at}`

function isTold(value: unknown): value is Told {
  if (typeof value !== 'object' || value === null || !('until' in value) || !('keys' in value)) return false
  return typeof value.until === 'string' && !Number.isNaN(Date.parse(value.until)) && Array.isArray(value.keys)
}
