import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { cached } from '../cached.ts'

/** Serves files of the build that a page loads; returns true if it has answered. */
export type BuiltFiles = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>

interface Kind {
  readonly type: string
  readonly compressed: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  '.js': { type: 'application/javascript; charset=UTF-8', compressed: true },
  '.css': { type: 'text/css; charset=UTF-8', compressed: true },
  '.svg': { type: 'image/svg+xml', compressed: true },
  '.woff2': { type: 'font/woff2', compressed: false },
}

interface Content {
  readonly plain: Buffer
  readonly gzipped: Buffer | null
}

/**
 * Without this hint, V8 only pre-parses a function and compiles it at its first call, on the main thread: a quarter of
 * the cost of opening a page there. With the hint, everything is compiled in the background while the file arrives.
 */
const compileHint = Buffer.from('//# allFunctionsCalledOnLoad\n')
const noHint = Buffer.alloc(0)

/** The file names contain a hash of the content. */
const forever = 'public, max-age=31536000, immutable'
const compress = promisify(gzip)

/**
 * The files of the build in `folder`, served below `prefix`. A page loads dozens of them at once, and none of them ever
 * changes: each is read and compressed once and then sent from memory. Unknown paths are left to other handlers.
 */
export function createBuiltFiles(folder: string, prefix: string): BuiltFiles {
  const kept = new Map<string, () => Promise<Content>>()
  for (const file of filesBelow(join(folder, 'static'))) {
    const kind = kinds[extname(file)]
    const path = relative(folder, file).split(sep).join('/')
    const head = extname(file) === '.js' ? compileHint : noHint
    if (kind)
      kept.set(
        prefix + path,
        cached(Number.POSITIVE_INFINITY, () => read(file, kind, head)),
      )
  }
  return async (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const content = await kept.get(path)?.()
    const kind = kinds[extname(path)]
    if (!content || !kind) return false
    const zipped = /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '') ? content.gzipped : null
    const body = zipped ?? content.plain
    outgoing.writeHead(200, {
      'content-type': kind.type,
      'content-length': body.length,
      'cache-control': forever,
      ...(kind.compressed ? { vary: 'Accept-Encoding' } : {}),
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    })
    outgoing.end(incoming.method === 'HEAD' ? undefined : body)
    return true
  }
}

async function read(file: string, { compressed }: Kind, head: Buffer): Promise<Content> {
  const plain = Buffer.concat([head, await readFile(file)])
  return { plain, gzipped: compressed ? await compress(plain) : null }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
