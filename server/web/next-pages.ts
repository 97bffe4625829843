import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import next from 'next'

/** What Next renders. It is the face, not the server: it is only asked for pages and their files. */
export interface Pages {
  /** Loads Next; pages asked for earlier wait for it. */
  prepare(): Promise<void>
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  close(): Promise<void>
}

export interface PagesOptions {
  readonly development: boolean
  readonly hostname: string
  readonly port: number
}

export function createPages({ development, hostname, port }: PagesOptions): Pages {
  const app = next({ dev: development, dir: join(import.meta.dirname, '..', '..'), hostname, port })
  const handle = app.getRequestHandler()
  let prepared: Promise<void> | undefined
  const prepare = () => {
    prepared ??= app.prepare()
    return prepared
  }
  return {
    prepare,
    async answer(incoming, outgoing) {
      await prepare()
      await handle(incoming, outgoing)
    },
    async close() {
      if (prepared) await app.close()
    },
  }
}
