import { useState } from 'react'

/** The idempotency key of a request, equal for all its retries: after a lost answer, a retry does not act twice. */
export function useOperationId(request: string): string {
  const [kept, keep] = useState(() => ({ request, id: crypto.randomUUID() }))
  if (kept.request === request) return kept.id
  const next = { request, id: crypto.randomUUID() }
  keep(next)
  return next.id
}
