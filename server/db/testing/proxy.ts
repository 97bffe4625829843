import { type AddressInfo, createServer } from 'node:net'
import { type ActiveFault, createFaults, type Fault } from './faults.ts'
import { type ProxiedConnection, proxyConnection } from './proxied-connection.ts'

/**
 * Stands between a client and PostgreSQL and does what networks and servers do
 * on a bad day: cuts connections, lets them go silent, delays, answers
 * statements with errors, loses the answer to what was committed.
 */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  readonly url: string
  readonly connections: number
  inject(fault: Fault): ActiveFault
  /** Ends all faults that were injected. */
  endFaults(): void
  /** Breaks the open connections of matching applications; says how many. */
  cut(application?: RegExp): number
  /**
   * Matching connections, those that are open and those to come, go silent: no
   * byte passes and nobody is told. The function that is returned ends it; what
   * was sent meanwhile arrives then.
   */
  blackHole(application?: RegExp): () => void
  /** Open connections go silent for good, as when a device in between has forgotten them; new ones work. Says how many. */
  silence(application?: RegExp): number
  close(): Promise<void>
}

export async function startProxy(databaseUrl: string, random: () => number = Math.random): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const server = { host: target.hostname, port: Number(target.port || 5432) }
  const connections = new Set<ProxiedConnection>()
  const faults = createFaults(random)
  const holes = new Set<RegExp>()

  const listener = createServer((client) => {
    const connection = proxyConnection(client, {
      server,
      faults,
      isFrozen: (application) => [...holes].some((hole) => hole.test(application)),
      onClose: () => connections.delete(connection),
    })
    connections.add(connection)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  // Not past it, by the socket.
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)

  const matching = (application = /(?:)/) =>
    [...connections].filter((connection) => application.test(connection.application))

  return {
    url: url.href,
    get connections() {
      return connections.size
    },
    inject: faults.add,
    endFaults: faults.clear,
    cut(application) {
      const found = matching(application)
      for (const connection of found) connection.cut()
      return found.length
    },
    silence(application) {
      const found = matching(application)
      for (const connection of found) connection.freeze()
      return found.length
    },
    blackHole(application = /(?:)/) {
      const hole = new RegExp(application)
      holes.add(hole)
      for (const connection of matching(hole)) connection.freeze()
      return () => {
        holes.delete(hole)
        for (const connection of matching(hole)) connection.thaw()
      }
    },
    async close() {
      for (const connection of connections) connection.cut()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}
