import { serve } from '@hono/node-server'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '../app.ts'
import type { TestApi } from './test-api.ts'

export interface ServedApi {
  readonly url: string
  close(): Promise<void>
}

/** An API under test at an address of its own, for clients in other processes. Its errors are among those of the API. */
export async function serveTestApi(api: TestApi, more: { readonly neops?: true } = {}): Promise<ServedApi> {
  const onError = (error: unknown) => void api.errors.push(error)
  const app = createApp({ ...api.services, actorOf: () => localActor, ...more, onError })
  const { promise: listens, resolve } = Promise.withResolvers<number>()
  const options = { overrideGlobalObjects: false, fetch: app.fetch, port: 0, hostname: '127.0.0.1' }
  const server = serve(options, ({ port }) => resolve(port))
  return {
    url: `http://127.0.0.1:${await listens}`,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
