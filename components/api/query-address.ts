import { preload } from 'react-dom'

export const apiUrl = '/api/trpc'

/** The context of a call that shares its request with no other, so that its address is known before it is made. */
export const alone = { alone: true } as const

/**
 * Called while a page is rendered: the page that the server sends asks for the answer itself, so that it is on its way
 * while the script is. The query has to go `alone`.
 */
export function askAhead(path: string, input: unknown): void {
  if (typeof window === 'undefined') preload(addressOf(path, input), { as: 'fetch', crossOrigin: 'anonymous' })
}

/** What the page and the call itself must agree on. */
function addressOf(path: string, input: unknown): string {
  return `${apiUrl}/${path}?input=${encodeURIComponent(JSON.stringify(input))}`
}
