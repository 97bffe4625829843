import type { Server } from 'node:http'
import { limits } from '#core/limits.ts'
import { senderOf } from '../limits/sender.ts'
import type { TrustedProxies } from '../trusted-proxies.ts'

/**
 * Bounds the open connections of the server, in total and per sender: further ones are closed before a byte is read.
 * A trusted proxy bundles many clients, and bounds them itself.
 */
export function boundConnections(server: Server, proxies: TrustedProxies): void {
  const { connections, connectionsPerAddress } = limits.web
  const open = new Map<string, number>()
  server.maxConnections = connections
  server.on('connection', (socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? null
    if (address !== null && proxies.trusts(address)) return
    const sender = senderOf(address)
    const count = (open.get(sender) ?? 0) + 1
    if (count > connectionsPerAddress) {
      socket.destroy()
      return
    }
    open.set(sender, count)
    socket.once('close', () => {
      const left = (open.get(sender) ?? 1) - 1
      if (left === 0) open.delete(sender)
      else open.set(sender, left)
    })
  })
}
