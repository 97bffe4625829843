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
  /**
   * Appends whole lines, in pieces of any size, of which none has the end of one line and the begin of another. The lines are
   * on the disk when the promise resolves, with where each is.
   */
  append(pieces: AsyncIterable<string>): Promise<readonly ExportedLine[]>
}

/** The line of a run: its file, and the byte at which the member with the begin of the line begins. */
export interface ExportedLine {
  readonly runId: string
  readonly file: string
  readonly place: number
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
      const name = `runs-${today().toISOString().slice(0, 10)}.jsonl.gz`
      const path = join(folder, name)
      const lines: ExportedLine[] = []
      const file = await open(path, 'a+')
      try {
        const { size } = await file.stat()
        // Only data from another process, or from a failed append of this one, can be torn.
        const whole = left?.path === path && left.size === size ? size : await wholeBytes(file, size)
        if (whole < size) await file.truncate(whole)
        left = null
        let end = whole
        for await (const { text, runIds } of inMembers(pieces)) {
          const bytes = await member(text)
          await file.appendFile(bytes)
          for (const runId of runIds) lines.push({ runId, file: name, place: end })
          end += bytes.length
        }
        await file.sync()
        if (whole === 0) await syncFolder(folder)
        left = { path, size: end }
        return lines
      } finally {
        await file.close()
      }
    },
  }
}

/** The text of a member, and the runs whose lines begin in it. */
interface MemberText {
  readonly text: string
  readonly runIds: readonly string[]
}

async function* inMembers(pieces: AsyncIterable<string>): AsyncGenerator<MemberText> {
  let text = ''
  let runIds: string[] = []
  let isLineBegin = true
  for await (const piece of pieces) {
    const runId = isLineBegin ? runIdOfLine(piece) : undefined
    if (runId !== undefined) runIds.push(runId)
    isLineBegin = piece.endsWith('\n')
    text += piece
    if (text.length < MEMBER_CHARACTERS) continue
    yield { text, runIds }
    text = ''
    runIds = []
  }
  if (text !== '') yield { text, runIds }
}

/** The run of a line, by its begin. */
export const runIdOfLine = (line: string): string | undefined => /^\{\s*"run_id"\s*:\s*"([^"]*)"/.exec(line)?.[1]

/** The text of the member at this byte, and where the next one begins; null at the end of the file. */
export async function readMember(file: FileHandle, place: number): Promise<{ text: string; next: number } | null> {
  const { buffer: header, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, place)
  if (bytesRead < HEADER_BYTES || !header.subarray(0, 4).equals(MAGIC.subarray(0, 4))) return null
  const bytes = header.readUInt32LE(16)
  const { buffer, bytesRead: read } = await file.read(Buffer.alloc(bytes), 0, bytes, place)
  if (read < bytes) return null
  return { text: inflateRawSync(buffer.subarray(HEADER_BYTES, -TRAILER_BYTES)).toString(), next: place + bytes }
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
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
