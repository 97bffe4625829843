import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { snakeCase } from '#core/definition/function-name.ts'
import { functionsOfSource } from './functions-of-source.ts'
import type { StepFunction } from './models.ts'

/** Files of a functions folder that are read; beyond it something else than step functions lies there. */
const MOST_FILES = 1_000

/** What each file held when it was last read; a changed file has another stamp. */
const read = new Map<string, { readonly stamp: string; readonly functions: readonly StepFunction[] }>()

/** Every step function of the folders, by name. A folder that is not there has none. */
export async function listFunctions(folders: readonly string[]): Promise<readonly StepFunction[]> {
  const perFolder = await Promise.all(
    folders.map(async (folder) => {
      const files = await sourceFiles(folder)
      return Promise.all(files.map((file) => functionsOfFile(folder, file)))
    }),
  )
  return perFolder.flat(2).sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function sourceFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name) && !/\.(test|d)\.m?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}node_modules${sep}`))
    .sort()
    .slice(0, MOST_FILES)
}

async function functionsOfFile(folder: string, file: string): Promise<readonly StepFunction[]> {
  const { mtimeMs, size } = await stat(file)
  const stamp = `${mtimeMs} ${size}`
  const known = read.get(file)
  if (known?.stamp === stamp) return known.functions
  const within = relative(folder, file).split(sep).join('/')
  const module = within
    .replace(/\.m?[jt]s$/, '')
    .split('/')
    .map(snakeCase)
    .join('.')
  const functions = functionsOfSource(await readFile(file, 'utf8'), `${basename(folder)}/${within}`, module)
  read.set(file, { stamp, functions })
  return functions
}
