import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { snakeCase } from '#core/definition/function-name.ts'
import { isWithin } from '../files-below.ts'
import { exportedFunctions, syntaxErrorOf } from './exported-functions.ts'

/** The export that a function's name refers to, found in the source before the file is imported. */
export interface FoundExport {
  readonly file: string
  readonly exportName: string
}

/** `null`: no file of the folder exports it. Throws when a file with that name has no readable syntax. */
export async function findExport(folder: string, parts: readonly string[], name: string): Promise<FoundExport | null> {
  let unreadable: SyntaxError | null = null
  for (const file of await candidateFiles(folder, parts)) {
    const exported = (await exportedFunctions(folder, file)).map(({ exportedAs }) => exportedAs)
    const exportName = exported.find((each) => each === name) ?? exported.find((each) => isSpelling(each, name))
    if (exportName !== undefined) return { file, exportName }
    const error = await syntaxErrorOf(folder, file)
    if (error !== null) unreadable ??= new SyntaxError(error)
  }
  if (unreadable) throw unreadable
  return null
}

const sourceFile = /^(.*)(\.ts|\.mts|\.js|\.mjs)$/
const suffixes = ['.ts', '.mts', '.js', '.mjs']

/** Candidate files for the name, by the naming rules of the list of functions; exact spellings come first. */
async function candidateFiles(folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const last = parts.at(-1) ?? ''
  let folders: readonly string[] = [folder]
  for (const part of parts.slice(0, -1)) {
    const below = folders.map(async (each) =>
      (await entriesIn(each))
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && isSpelling(entry.name, part))
        .map(({ name }) => join(each, name)),
    )
    folders = (await Promise.all(below)).flat()
  }
  const files = folders.map(async (each) => {
    const ranked = (await entriesIn(each)).flatMap((entry) => {
      const [, stem, suffix] = sourceFile.exec(entry.name) ?? []
      if (stem === undefined || suffix === undefined || !isSpelling(stem, last)) return []
      if (!entry.isFile() && !entry.isSymbolicLink()) return []
      return { file: join(each, entry.name), rank: (stem === last ? 0 : suffixes.length) + suffixes.indexOf(suffix) }
    })
    return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file)
  })
  const found = (await Promise.all(files)).flat()
  const isOurs = await Promise.all(found.map((file) => isWithin(folder, file)))
  return found.filter((_, index) => isOurs[index])
}

/** A missing or unreadable folder has no entries. */
const entriesIn = (folder: string) =>
  readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
    () => [],
  )

const isSpelling = (written: string, name: string) => snakeCase(written) === snakeCase(name)
