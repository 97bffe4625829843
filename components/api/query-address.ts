export const apiUrl = '/api/trpc'

/** The context of a call that shares its request with no other, so that its address is known before it is made. */
export const alone = { alone: true } as const

/** Where a query is asked that goes alone: what `preload` and the call itself must agree on. */
export function queryAddress(path: string, input: unknown): string {
  return `${apiUrl}/${path}?input=${encodeURIComponent(JSON.stringify(input))}`
}
