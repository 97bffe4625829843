import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import next from 'next'
import { type BuiltFiles, createBuiltFiles } from './built-files.ts'

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
  const dir = join(import.meta.dirname, '..', '..')
  const app = next({ dev: development, dir, hostname, port })
  const handle = app.getRequestHandler()
  let prepared: Promise<BuiltFiles | null> | undefined
  const load = async () => {
    await app.prepare()
    return development ? null : createBuiltFiles(join(dir, '.next'), '/_next/')
  }
  const prepare = () => {
    prepared ??= load()
    return prepared
  }
  return {
    async prepare() {
      await prepare()
    },
    async answer(incoming, outgoing) {
      const answerFile = await prepare()
      if (await answerFile?.(incoming, outgoing)) return
      await handle(incoming, outgoing)
    },
    async close() {
      if (prepared) await app.close()
    },
  }
}
