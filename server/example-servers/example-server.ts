import type { OpenedConnection } from '../secrets/connections/opened-connection.ts'

/** An example server that listens on this machine: what its connection says of it, and its end. */
export interface ExampleServer extends Pick<OpenedConnection, 'settings' | 'secrets'> {
  close(): Promise<void>
}
