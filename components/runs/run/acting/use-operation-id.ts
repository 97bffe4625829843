import { useState } from 'react'

/** The idempotency key of a request, equal for all its retries: after a lost answer, a retry does not act twice. */
export function useOperationId(request: string): string {
  const [current, setCurrent] = useState(() => ({ request, id: crypto.randomUUID() }))
  if (current.request === request) return current.id
  const next = { request, id: crypto.randomUUID() }
  setCurrent(next)
  return next.id
}
