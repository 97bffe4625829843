import { isAddress, isPublicAddress } from './public-address.ts'

export interface RequestTarget {
  /** Without brackets, in lower case. */
  readonly host: string
  readonly port: string
}

/** Hosts of `HEDDLE_HTTP_ALLOW`: `host`, or `host:port`; without a port, 80 and 443 are meant. */
export type AllowedHosts = ReadonlySet<string>

const usualPorts: ReadonlySet<string> = new Set(['80', '443'])

/** Does the operator allow a host wherever it is? */
export function isAllowedHost(
  { host, port }: RequestTarget,
  allowed: AllowedHosts,
  usual: ReadonlySet<string> = usualPorts,
): boolean {
  return allowed.has(`${host}:${port}`) || (usual.has(port) && allowed.has(host))
}

/**
 * Why a request to a host is refused before its name is resolved, or null. The guard of outgoing requests and the
 * designer use this rule. `usual`: the ports that need no permission, by default those of HTTP.
 */
export function refusedHost(
  target: RequestTarget,
  allowed: AllowedHosts,
  usual: ReadonlySet<string> = usualPorts,
): string | null {
  const { host, port } = target
  if (isAllowedHost(target, allowed, usual)) return null
  const reason = !usual.has(port)
    ? `Port ${port} of ${host} is not allowed`
    : isAddress(host) && !isPublicAddress(host)
      ? `${host} is not a public address`
      : null
  return reason && `${reason}. Allow it with HEDDLE_HTTP_ALLOW: ${host}:${port}`
}
