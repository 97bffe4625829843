/** The internal header that the front sets to the address of the client; it never comes from outside. */
export const addressHeader = 'x-heddle-address'

/** The IP address of the client that sent the request; null for a request that came through no front. */
export function requestAddress(request: Request): string | null {
  return request.headers.get(addressHeader)
}
