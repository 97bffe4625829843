import { lookup as systemLookup } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'
import { isAllowedHost, refusedHost } from '#core/definition/refused-host.ts'
import { AddressRefused } from '../http/address-refused.ts'
import { type GuardOptions, publicOnly } from '../http/guarded-connect.ts'

export type SocketGuard = Omit<GuardOptions, 'connectMs'>

/** Ports of mail servers and of PostgreSQL that need no permission of the operator. */
const usualPorts: Readonly<Record<'smtp' | 'postgresql', ReadonlySet<string>>> = {
  smtp: new Set(['587', '465']),
  postgresql: new Set(['5432']),
}

export interface SocketTarget {
  readonly kind: 'smtp' | 'postgresql'
  readonly host: string
  readonly port: number
}

/** How the name of a host is resolved for a socket: only to public addresses, unless the operator allows the host. Throws `AddressRefused`. */
export function guardedLookup({ kind, host, port }: SocketTarget, { allow, lookup, log }: SocketGuard): LookupFunction {
  const resolver = lookup ?? systemLookup
  const allowed = new Set(allow.map((entry) => entry.toLowerCase()))
  const target = { host: host.replace(/^\[|\]$/g, '').toLowerCase(), port: String(port) }
  if (isAllowedHost(target, allowed, usualPorts[kind])) return resolver
  const refusal = refusedHost(target, allowed, usualPorts[kind])
  if (refusal !== null) throw new AddressRefused(refusal)
  return publicOnly(resolver, log)
}

/** A socket that is not connected yet, and resolves names by the given lookup only. */
export function socketWith(lookup: LookupFunction): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket) as (options: object) => Socket
  socket.connect = ((port: number, host: string) => connect({ port, host, lookup })) as Socket['connect']
  return socket
}

/** A connected socket. Rejects with `AddressRefused`, the error of the connection, or after `timeoutMs`. */
export function connectGuarded(
  target: SocketTarget,
  guard: SocketGuard,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const lookup = guardedLookup(target, guard)
  return new Promise((resolve, reject) => {
    const socket = new Socket()
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const fail = (error: Error) => {
      ended.removeEventListener('abort', give)
      socket.destroy()
      reject(error)
    }
    const give = () => fail(Object.assign(new Error('The server does not answer.'), { code: 'ETIMEDOUT' }))
    ended.addEventListener('abort', give, { once: true })
    socket.once('error', fail)
    socket.connect({ port: target.port, host: target.host, lookup }, () => {
      ended.removeEventListener('abort', give)
      socket.removeListener('error', fail)
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}
