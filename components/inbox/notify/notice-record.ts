import type { NewsRead, TaskNews } from '#components/api/models.ts'

/** The record of what the desktop was told, as far as a later request may return it again. */
export interface NoticeRecord {
  /** The time up to which the server had answered. */
  readonly until: string
  readonly keys: readonly string[]
}

/**
 * The overlap of consecutive requests. An event may become visible a little after the server has answered up to its
 * time: the engine dates it before its transaction commits. So every request reaches back, and known events are left
 * out.
 */
const reachBackMs = 10_000

export const querySince = (until: string): string => new Date(Date.parse(until) - reachBackMs).toISOString()

/** The new entries in the answer to `querySince(until)`, and the record that includes them. */
export function newsOf(
  answer: NewsRead,
  record: NoticeRecord | null,
  until: string,
): { readonly news: readonly TaskNews[]; readonly record: NoticeRecord } {
  const known = new Set(record?.keys)
  return {
    news: record === null ? [] : answer.items.filter((each) => !known.has(keyOf(each))),
    record: { until: answer.until > until ? answer.until : until, keys: answer.items.map(keyOf) },
  }
}

export function parseNoticeRecord(text: string | null): NoticeRecord | null {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    return isNoticeRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

const keyOf = ({ taskId, at }: TaskNews) => `${taskId} ${at}`

function isNoticeRecord(value: unknown): value is NoticeRecord {
  if (typeof value !== 'object' || value === null || !('until' in value) || !('keys' in value)) return false
  return typeof value.until === 'string' && !Number.isNaN(Date.parse(value.until)) && Array.isArray(value.keys)
}
