import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '#server/api/app.ts'
import { operationRoutes } from '#server/api/operations.ts'
import { startTestApi, type TestApi } from '#server/api/testing/test-api.ts'
import { startTriggers } from '#server/triggers/firing/start-triggers.ts'
import { createFront } from '#server/web/front.ts'

export interface ServedHeddle {
  readonly url: string
  readonly api: TestApi
  stop(): Promise<void>
}

/** The workflows that the documented calls start: quick ones, and one that waits for an approval. */
export const workflows = `workflow_type: research/deep-research
steps:
  - name: Research
    function: t.double
---
workflow_type: content/generate
steps:
  - name: Write
    function: t.double
---
workflow_type: content/approved
steps:
  - name: Approval
    type: SIGNAL
    signal: approval
    output_key: approval
---
workflow_type: content/broken
steps:
  - name: Break
    function: t.fail
`

/** The API behind its front on a port, as programs reach it in local mode. */
export async function serveHeddle({ postgrip = false } = {}): Promise<ServedHeddle> {
  const api = await startTestApi({ index: postgrip })
  const onError = (error: unknown) => void api.errors.push(error)
  const app = createApp({ ...api.services, actorOf: () => localActor, postgrip, onError })
  app.route('/', operationRoutes({ readiness: async () => [], metrics: async () => '', postgrip }))
  const triggers = postgrip ? startTriggers({ pool: api.services.stores.pool, log: onError }) : null
  const front = createFront({ api: app.fetch, pages: null, development: false, position: () => '0', onError })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const published = await api.publish(workflows)
  if (published.status !== 201) throw new Error(await published.text())
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    api,
    async stop() {
      front.closeAllConnections()
      front.close()
      await triggers?.stop()
      await api.stop()
    },
  }
}
