import { glob } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files of a folder and those below it whose name fits, in order. Installed packages and hidden folders are not
 * walked through; a folder that is not there has no files.
 */
export async function filesBelow(folder: string, name: RegExp): Promise<readonly string[]> {
  const files: string[] = []
  const isLeftOut = (entry: { readonly name: string }) => entry.name === 'node_modules'
  for await (const entry of glob('**', { cwd: folder, withFileTypes: true, exclude: isLeftOut })) {
    if (entry.isFile() && name.test(entry.name)) files.push(join(entry.parentPath, entry.name))
  }
  return files.sort()
}
