import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib'

/**
 * The export folder for runs before their removal, with one gzip file of JSON lines per day. Each batch is one or more
 * gzip members, which any gzip reads as one text, and which contain their own length (RFC 1952, extra field). A
 * half-written end after a crash is therefore found and cut off without reading the whole file.
 */
export interface ExportFolder {
  /** Appends whole lines, in pieces of any size. The lines are on the disk when the promise resolves. */
  append(pieces: AsyncIterable<string>): Promise<void>
}

const compress = promisify(deflateRaw)
const MEMBER_CHARACTERS = 4 * 1024 * 1024
/** ID, method, flag for the extra field; time, compression and system are left open. */
const MAGIC = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255])
/** Extra field: 8 bytes, of which `HD`, their length and the length of the whole member. */
const HEADER_BYTES = MAGIC.length + 2 + 8
const TRAILER_BYTES = 8

export function openExportFolder(folder: string, today: () => Date = () => new Date()): ExportFolder {
  /** The file's path and size after the last append of this process. */
  let left: { readonly path: string; readonly size: number } | null = null
  return {
    async append(pieces) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `runs-${today().toISOString().slice(0, 10)}.jsonl.gz`)
      const file = await open(path, 'a+')
      try {
        const { size } = await file.stat()
        // Only data from another process, or from a failed append of this one, can be torn.
        const whole = left?.path === path && left.size === size ? size : await wholeBytes(file, size)
        if (whole < size) await file.truncate(whole)
        left = null
        let end = whole
        for await (const text of inMembers(pieces)) {
          const bytes = await member(text)
          await file.appendFile(bytes)
          end += bytes.length
        }
        await file.sync()
        if (whole === 0) await syncFolder(folder)
        left = { path, size: end }
      } finally {
        await file.close()
      }
    },
  }
}

async function* inMembers(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < MEMBER_CHARACTERS) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

async function member(text: string): Promise<Buffer> {
  const content = Buffer.from(text)
  const body = await compress(content)
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeUInt16LE(8, 10)
  header.write('HD', 12, 'latin1')
  header.writeUInt16LE(4, 14)
  header.writeUInt32LE(HEADER_BYTES + body.length + TRAILER_BYTES, 16)
  const trailer = Buffer.alloc(TRAILER_BYTES)
  trailer.writeUInt32LE(crc32(content), 0)
  trailer.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, body, trailer])
}

/** The size of the part of the file that consists of whole members and ends with a whole line. */
async function wholeBytes(file: FileHandle, size: number): Promise<number> {
  const ends = [0]
  for (let offset = 0; offset + HEADER_BYTES <= size; offset = ends.at(-1) as number) {
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, offset)
    const bytes = buffer.subarray(0, 4).equals(MAGIC.subarray(0, 4)) ? buffer.readUInt32LE(16) : 0
    if (bytes <= HEADER_BYTES + TRAILER_BYTES || offset + bytes > size) break
    ends.push(offset + bytes)
  }
  for (let last = ends.length - 1; last > 0; last -= 1) {
    const [start = 0, end = 0] = ends.slice(last - 1, last + 1)
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    if (endsWithWholeLine(buffer)) return end
  }
  return 0
}

function endsWithWholeLine(bytes: Buffer): boolean {
  try {
    const content = inflateRawSync(bytes.subarray(HEADER_BYTES, -TRAILER_BYTES))
    return crc32(content) === bytes.readUInt32LE(bytes.length - TRAILER_BYTES) && content.at(-1) === 0x0a
  } catch {
    return false
  }
}

/** A new file name is durable only after a sync of its folder. Windows cannot do this, and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
