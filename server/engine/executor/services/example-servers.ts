import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import { ConnectionRefused } from '../connections/connection-refused.ts'
import type { ServiceCall } from './service.ts'

/** The example servers of local mode. */
export interface ExampleServers {
  /** The connection with the address of its server, which starts at the first use. */
  open(connection: OpenedConnection): Promise<OpenedConnection>
}

type Reachable = Pick<ServiceCall, 'connection' | 'guard'>

/**
 * A connection, and the guard of its sockets. The guard lets a call to an example server reach exactly the address and
 * port of this server, and nothing else. Without `examples`, as where people log in, no example server is reached.
 */
export async function reachable(
  { connection, guard }: Reachable,
  examples: ExampleServers | undefined,
): Promise<Reachable> {
  if (!connection.isExample) return { connection, guard }
  if (!examples) {
    const message = `The connection ${connection.name} is an example of local mode. Use a connection of your own.`
    throw new ConnectionRefused('CONNECTION_UNKNOWN', message)
  }
  const opened = await examples.open(connection)
  const { base_url: baseUrl, host, port } = opened.settings
  const address = baseUrl === undefined ? `${host}:${port}` : new URL(baseUrl).host
  return { connection: opened, guard: { ...guard, allow: [address] } }
}
