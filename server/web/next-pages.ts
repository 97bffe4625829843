import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import next from 'next'
import { type BuiltFiles, createBuiltFiles } from './built-files.ts'

/** The pages that Next renders. Next only gets requests for pages and their files. */
export interface Pages {
  /** Loads Next; pages asked for earlier wait for it. */
  prepare(): Promise<void>
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Takes over a socket that the front has checked. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  close(): Promise<void>
}

export interface PagesOptions {
  readonly development: boolean
  readonly hostname: string
  readonly port: number
}

export function createPages({ development, hostname, port }: PagesOptions): Pages {
  const dir = join(import.meta.dirname, '..', '..')
  // Next adds a listener for upgrades to the server that it is given, or to the server of its first request. No guard
  // would check these upgrades, and a socket that Next does not use would stay open. So Next gets a server that never
  // listens.
  const app = next({ dev: development, dir, hostname, port, httpServer: new Server() })
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
    async upgrade(incoming, socket, head) {
      await prepare()
      await app.getUpgradeHandler()(incoming, socket, head)
    },
    async close() {
      if (prepared) await app.close()
    },
  }
}
