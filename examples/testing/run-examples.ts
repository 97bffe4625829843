import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { RunEvent } from '#core/run/event.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { startWorker } from '#server/engine/workers/worker.ts'

export const functionsFolder = join(import.meta.dirname, '..', 'functions')

interface Examples extends Harness {
  /** Where the requests of HTTP steps arrive. */
  readonly url: string
  /** The runs of a family, from the root down: their names and statuses. */
  family(rootRunId: string): Promise<readonly { readonly id: string; readonly is: string }[]>
}

/** An engine and a worker with the functions that are shipped, and a web server for their requests. */
export async function runExamples(answer: RequestListener): Promise<Examples> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const harness = await createHarness()
  await harness.engine({
    functionsFolders: [functionsFolder],
    http: { allow: [host] },
  })
  const { databaseUrl } = harness
  const worker = startWorker({
    databaseUrl,
    functionsFolders: [functionsFolder],
    queues: ['default'],
    tasks: 4,
    heartbeatMs: 1_000,
    log: () => undefined,
  })
  return {
    ...harness,
    url: `http://${host}`,
    async family(rootRunId) {
      const { rows } = await harness.pool.query<{ id: string; is: string }>(
        `select r.id, r.workflow || ' ' || s.status as is from run r join run_state s on s.run_id = r.id
          where r.root_run_id = $1 order by r.depth, r.id`,
        [rootRunId],
      )
      return rows
    },
    async close() {
      await worker.stop()
      await harness.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What was undone, in the order of the log, and how. */
export function undone(history: readonly RunEvent[]): readonly string[] {
  return history.flatMap((event) =>
    event.type === 'workflow.compensation.completed' ? [`${event.step} ${event.payload.outcome}`] : [],
  )
}
