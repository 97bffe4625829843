import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { limits } from '#core/limits.ts'
import { isWithin } from '../files-below.ts'
import { type FunctionOfSource, readSource, type SourceExports } from './source/read-source.ts'

/** A function under one of the names by which its file exports it. */
export type ExportedFunction = FunctionOfSource

/** The exports of each file at its last read; a changed file has another stamp. */
const read = new Map<string, { readonly stamp: string; readonly exports: SourceExports }>()

const nothing: SourceExports = { functions: [], reExports: [], syntaxError: null }

/**
 * The functions that a file of the folder exports, by its source alone: nothing is run. Functions of other files of the
 * folder count where the file exports them again (`export { a } from './b.ts'`, `export * from './b.ts'`, or an import and
 * an export). What stands outside of the folder or in `node_modules` is not followed.
 */
export async function exportedFunctions(folder: string, file: string): Promise<readonly ExportedFunction[]> {
  return [...(await collect(folder, file, new Map())).values()]
}

/** Why a file has no functions, where that is its syntax. */
export async function syntaxErrorOf(folder: string, file: string): Promise<string | null> {
  return (await exportsOf(folder, file)).syntaxError
}

type ByName = Map<string, ExportedFunction>

/** `done` also stops at cyclic re-exports. */
async function collect(folder: string, file: string, done: Map<string, ByName>): Promise<ByName> {
  const known = done.get(file)
  if (known) return known
  const found: ByName = new Map()
  done.set(file, found)
  const { functions, reExports } = await exportsOf(folder, file)
  // A file's own declarations shadow its re-exports by `*`.
  for (const each of functions) found.set(each.exportedAs, each)
  for (const { specifier, names } of reExports) {
    const other = await fileOf(folder, file, specifier)
    if (other === null) continue
    const theirs = await collect(folder, other, done)
    const pairs = names ?? [...theirs.keys()].map((name) => ({ imported: name, exportedAs: name }))
    for (const { imported, exportedAs } of pairs) {
      const each = theirs.get(imported)
      if (each && !found.has(exportedAs)) found.set(exportedAs, { ...each, exportedAs })
    }
  }
  return found
}

/** The file that a relative specifier means, if it is a source within the folder. */
async function fileOf(folder: string, from: string, specifier: string): Promise<string | null> {
  if (!/^\.{1,2}\/.*\.m?[jt]s$/.test(specifier)) return null
  const file = join(dirname(from), specifier)
  return (await isWithin(folder, file)) ? file : null
}

async function exportsOf(folder: string, file: string): Promise<SourceExports> {
  const found = await stat(file).catch(absent)
  if (found === null || !found.isFile() || found.size > limits.files.sourceBytes) return nothing
  const stamp = `${found.mtimeMs} ${found.size}`
  const known = read.get(file)
  if (known?.stamp === stamp) return known.exports
  const source = await readFile(file, 'utf8').catch(absent)
  if (source === null) return nothing
  const exports = readSource(source, `${basename(folder)}/${relative(folder, file).split(sep).join('/')}`)
  read.set(file, { stamp, exports })
  return exports
}

/** Treats a missing file as absent: editors and version control remove files and restore them during a read. */
function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
