import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** The files of a folder and those below it whose name fits, in order; a folder that is not there has none. */
export async function filesBelow(folder: string, name: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}node_modules${sep}`))
    .sort()
}
