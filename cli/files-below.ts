import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from './command-error.ts'

/** The files below a folder whose names match, in order; hidden folders and installed packages are left out. */
export async function filesBelow(folder: string, name: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw new CommandError(`Cannot read ${folder}: ${error.message}.`)
  })
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map(({ parentPath, name: own }) => join(parentPath, own))
    .filter(
      (path) =>
        !path
          .slice(folder.length)
          .split(/[\\/]/)
          .some((part) => part.startsWith('.') || part === 'node_modules'),
    )
    .sort()
}
