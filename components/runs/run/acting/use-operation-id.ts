import { useState } from 'react'

/** One id for every try of one request: an answer that got lost on its way does it no second time. */
export function useOperationId(request: string): string {
  const [kept, keep] = useState(() => ({ request, id: crypto.randomUUID() }))
  if (kept.request === request) return kept.id
  const next = { request, id: crypto.randomUUID() }
  keep(next)
  return next.id
}
