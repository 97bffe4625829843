import { actAsHeader } from '../directory/act-as.ts'

/**
 * Security-relevant headers with a single value. Node keeps the first of several, and a proxy in front may use the last
 * one: a request that repeats such a header is ambiguous, and is refused.
 */
const singleValued: ReadonlySet<string> = new Set([
  actAsHeader,
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'last-event-id',
  'origin',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'transfer-encoding',
  'upgrade',
])

/** The first such header that occurs twice, from names and values in turn as Node received them; null without one. */
export function repeatedHeader(rawHeaders: readonly string[]): string | null {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!singleValued.has(name)) continue
    if (seen.has(name)) return name
    seen.add(name)
  }
  return null
}
