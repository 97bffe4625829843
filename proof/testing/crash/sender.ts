import pg from 'pg'
import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import { createEngineClient } from '#server/engine/requests/engine-client.ts'

/** A process that asks for one thing, as the web does: to be killed while it asks. Its argument says for what. */
export type Request =
  | { readonly kind: 'start'; readonly workflow: string; readonly idempotencyKey: string; readonly input: Json }
  | { readonly kind: 'send'; readonly runId: string; readonly operationId: string; readonly command: Command }

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 })
const client = createEngineClient(pool)
const request = JSON.parse(process.argv[2] ?? '') as Request
if (request.kind === 'start') {
  const { workflow, idempotencyKey, input } = request
  const local = { ownerId: 'local', dataRegion: 'local', actor: { id: 'local' } }
  await client.starter.start({ ...local, workflow, idempotencyKey, input })
} else {
  await client.sendCommand(request)
}
await client.close()
await pool.end()
process.disconnect()
