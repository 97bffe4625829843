/** How a request reached this process. */
export interface Transport {
  /** Whether the connection to this process is encrypted. */
  readonly encrypted: boolean
  /** Whether the peer is a trusted proxy. */
  readonly fromProxy: boolean
  /** `X-Forwarded-Proto`, as received. */
  readonly forwardedProto: string | undefined
}

/**
 * Whether what the client sent was encrypted all the way: to this process, or to the trusted proxy, whose word counts.
 * A proxy that says nothing is taken to end TLS, for which it was named. Anybody else's `X-Forwarded-Proto` says nothing.
 */
export function isSecure({ encrypted, fromProxy, forwardedProto }: Transport): boolean {
  if (!fromProxy) return encrypted
  const nearest = forwardedProto?.split(',').at(-1)?.trim().toLowerCase()
  return nearest === undefined || nearest === 'https'
}
