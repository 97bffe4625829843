import { glob, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/**
 * The files of a folder and its subfolders whose names match, in order. Installed packages and hidden folders are
 * skipped; a missing folder has no files. A link counts if its target lies within the folder, too.
 */
export async function filesBelow(folder: string, name: RegExp): Promise<readonly string[]> {
  const files: string[] = []
  const isLeftOut = (entry: { readonly name: string }) => entry.name === 'node_modules'
  for await (const entry of glob('**', { cwd: folder, withFileTypes: true, exclude: isLeftOut })) {
    if (!name.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() || (entry.isSymbolicLink() && (await isFileWithin(folder, file)))) files.push(file)
  }
  return files.sort()
}

async function isFileWithin(folder: string, file: string): Promise<boolean> {
  return (await isWithin(folder, file)) && (await stat(file)).isFile()
}

/** Whether a file lies in the folder, with links resolved, and not in an installed package. */
export async function isWithin(folder: string, file: string): Promise<boolean> {
  try {
    const within = relative(await realpath(folder), await realpath(file))
    const parts = within.split(sep)
    return !isAbsolute(within) && parts[0] !== '..' && !parts.includes('node_modules')
  } catch {
    // The folder or the file does not exist.
    return false
  }
}
