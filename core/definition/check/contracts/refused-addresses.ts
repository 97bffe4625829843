import type { Step } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import { type AllowedHosts, type RequestTarget, refusedHost } from '../../refused-host.ts'
import type { SourceIndex } from '../../text/source-index.ts'
import { placedSteps, problemAt } from './each-step.ts'

/** Warnings for requests that the guard of outgoing requests refuses, where the address itself says so. */
export function checkAddresses(steps: readonly Step[], allowed: AllowedHosts, source: SourceIndex): readonly Problem[] {
  return placedSteps(steps).flatMap(({ step, path }) => {
    if (step.type !== 'HTTP') return []
    const target = targetOf(step.http_config.url)
    const refusal = target && (refusedHost(target, allowed) ?? loopback(target, allowed))
    if (!refusal) return []
    const message = `${refusal}. Until then the request is refused.`
    const at = [...path, 'http_config', 'url']
    return [problemAt(source, { code: 'ADDRESS_REFUSED', message, severity: 'warning', path: at, step: step.name })]
  })
}

/** The host and port of an address, where both are written out. */
function targetOf(url: unknown): RequestTarget | null {
  const written = typeof url === 'string' ? /^(https?):\/\/([^/?#\s{}]+)(?=[/?#]|$)/i.exec(url.trim()) : null
  const [, protocol = '', authority = ''] = written ?? []
  const parts = /^(\[[^\]]+\]|[^:@]+)(?::(\d+))?$/.exec(authority.toLowerCase())
  if (parts === null) return null
  const [, host = '', port] = parts
  return { host: host.replace(/^\[|\]$/g, ''), port: port ?? (protocol.toLowerCase() === 'https' ? '443' : '80') }
}

/** A name that stands for this machine everywhere. */
function loopback({ host, port }: RequestTarget, allowed: AllowedHosts): string | null {
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  return isLocal && !allowed.has(host) && !allowed.has(`${host}:${port}`)
    ? `${host} is not a public address. Allow it with HEDDLE_HTTP_ALLOW: ${host}:${port}`
    : null
}
