import { glob, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/**
 * The files of a folder and those below it whose name fits, in order. Installed packages and hidden folders are not
 * walked through; a folder that is not there has no files. A link counts if its file lies within the folder, too.
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

/** Whether a file lies in the folder, wherever links lead, and in no installed package. */
export async function isWithin(folder: string, file: string): Promise<boolean> {
  try {
    const within = relative(await realpath(folder), await realpath(file))
    const parts = within.split(sep)
    return !isAbsolute(within) && parts[0] !== '..' && !parts.includes('node_modules')
  } catch {
    // One of them is not there.
    return false
  }
}
