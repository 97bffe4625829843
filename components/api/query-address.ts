import { preload } from 'react-dom'

export const apiUrl = '/api/trpc'

/** The context of a call that is excluded from batching, so that its URL is known in advance. */
export const alone = { alone: true } as const

/**
 * Starts a query from the HTML of the page, in parallel with the loading of the scripts. Called during rendering. The
 * query has to use the context `alone`.
 */
export function askAhead(path: string, input: unknown): void {
  if (typeof window === 'undefined') preload(addressOf(path, input), { as: 'fetch', crossOrigin: 'anonymous' })
}

/** The URL of a query, which the page and the call itself have to agree on. */
function addressOf(path: string, input: unknown): string {
  return `${apiUrl}/${path}?input=${encodeURIComponent(JSON.stringify(input))}`
}
