import { chown, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * A folder as one small file. The template databases of a PostgreSQL cluster consist of nearly identical pages, and its
 * log repeats them: a compression window as wide as the whole archive finds the repetitions.
 */
interface Entry {
  readonly path: string
  readonly mode: number
  /** Absent for a folder. */
  readonly bytes?: number
}

export async function packFolder(folder: string): Promise<Buffer> {
  const entries: Entry[] = []
  const contents: Buffer[] = []
  const walk = async (path: string): Promise<void> => {
    for (const name of (await readdir(join(folder, path))).sort()) {
      const child = path === '' ? name : `${path}/${name}`
      const { mode } = await lstat(join(folder, child))
      const isFolder = (mode & 0o170000) === 0o040000
      const content = isFolder ? null : await readFile(join(folder, child))
      entries.push({ path: child, mode: mode & 0o777, ...(content && { bytes: content.length }) })
      if (content) contents.push(content)
      else await walk(child)
    }
  }
  await walk('')
  const index = Buffer.from(`${JSON.stringify(entries)}\n`)
  return zstdCompressSync(Buffer.concat([index, ...contents]), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
}

/** Unpacks an archive into a folder; files belong to the given user, if there is one. */
export async function unpackFolder(
  archive: Buffer,
  folder: string,
  user: { readonly uid: number; readonly gid: number } | null,
): Promise<void> {
  const packed = zstdDecompressSync(archive)
  let offset = packed.indexOf('\n') + 1
  for (const { path, mode, bytes } of JSON.parse(packed.subarray(0, offset).toString()) as Entry[]) {
    const target = join(folder, path)
    if (bytes === undefined) {
      await mkdir(target, { mode, recursive: true })
    } else {
      await writeFile(target, packed.subarray(offset, offset + bytes), { mode })
      offset += bytes
    }
    if (user) await chown(target, user.uid, user.gid)
  }
}
