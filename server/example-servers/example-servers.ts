import { messageOf } from '#core/message-of.ts'
import type { ExampleServers } from '../engine/executor/services/example-servers.ts'
import { ServiceFailure } from '../engine/executor/services/service-failure.ts'
import type { ExampleName } from '../secrets/connections/example-connections.ts'
import type { ExampleServer } from './example-server.ts'

export interface ExampleServersOptions {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly log: (line: string) => void
}

/**
 * The example servers of an engine in local mode. Each is loaded and starts with the first step that uses its connection, listens on
 * 127.0.0.1 alone, and ends with the engine; the next engine starts its own.
 */
export function createExampleServers({ databaseUrl, dataDir, log }: ExampleServersOptions): ExampleServers & {
  close(): Promise<void>
} {
  const starts: { readonly [Name in ExampleName]: () => Promise<ExampleServer> } = {
    example_mail: async () => (await import('./mail-server.ts')).startExampleMailServer(dataDir),
    example_database: async () => (await import('./example-database.ts')).prepareExampleDatabase(databaseUrl),
    example_model: async () => (await import('./model-server.ts')).startExampleModel(),
  }
  const started = new Map<string, Promise<ExampleServer>>()

  function serverOf(name: ExampleName): Promise<ExampleServer> {
    const known = started.get(name)
    if (known) return known
    const server = starts[name]()
    started.set(name, server)
    server.then(
      ({ settings: { host, port, base_url: url } }) => log(`${name} is at ${url ?? `${host}:${port}`}`),
      () => started.delete(name),
    )
    return server
  }

  return {
    async open(connection) {
      const { settings, secrets } = await serverOf(connection.name as ExampleName).catch((error: unknown) => {
        if (error instanceof ServiceFailure) throw error
        const message = `${connection.name} did not start: ${messageOf(error)}`
        throw new ServiceFailure('EXAMPLE_UNAVAILABLE', message, true)
      })
      return { ...connection, settings: { ...connection.settings, ...settings }, secrets }
    },
    async close() {
      const servers = await Promise.allSettled(started.values())
      await Promise.all(servers.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
    },
  }
}
