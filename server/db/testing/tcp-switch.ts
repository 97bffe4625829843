import { type AddressInfo, createServer, type Socket, connect as toServer } from 'node:net'

/** Leads connections to one server or another, as a proxy in front of a primary and its standbys does. It reads nothing of them. */
export interface TcpSwitch {
  readonly port: number
  /** New connections lead to this port of this machine from now on; those that are open are broken off. */
  leadTo(port: number): void
  /** No byte passes any more over the connections that are open, and none of them is closed. */
  hold(): void
  close(): Promise<void>
}

export async function startSwitch(port: number): Promise<TcpSwitch> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let target = port
  const listener = createServer((client) => {
    const server = toServer(target, '127.0.0.1')
    const pair = [client, server] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end)
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const breakOff = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    leadTo(next) {
      target = next
      breakOff()
    },
    hold() {
      for (const [client, server] of pairs) {
        client.unpipe(server).pause()
        server.unpipe(client).pause()
      }
    },
    async close() {
      breakOff()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}
