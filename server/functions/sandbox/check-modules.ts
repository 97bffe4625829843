import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isWithin } from '../../files-below.ts'
import { checkSource } from './check-source.ts'
import type { SandboxProblem } from './rules.ts'

export interface WorkflowModules {
  /** Sources by file, the entry first. */
  readonly sources: ReadonlyMap<string, string>
  /** SHA-256 of all sources and their names below the folder: another hash is another version of the code. */
  readonly hash: string
  readonly problems: readonly SandboxProblem[]
}

/**
 * Reads the module of a workflow and all modules that it imports by relative paths, and checks each: a helper file is
 * part of the body. Imports out of the folder are refused. Throws when a file cannot be read.
 */
export async function checkModules(folder: string, entry: string): Promise<WorkflowModules> {
  const sources = new Map<string, string>()
  const problems: SandboxProblem[] = []
  const todo = [entry]
  for (let file = todo.shift(); file !== undefined; file = todo.shift()) {
    if (sources.has(file)) continue
    const source = await readFile(file, 'utf8')
    sources.set(file, source)
    const checked = checkSource(file, source)
    problems.push(...checked.problems)
    for (const specifier of checked.imports) {
      const imported = join(dirname(file), specifier)
      if (await isWithin(folder, imported)) todo.push(imported)
      else {
        const message = `${specifier} is outside of the functions folder. Move the file into the folder.`
        problems.push({ code: 'SANDBOX_IMPORT', file, line: 1, column: 1, message })
      }
    }
  }
  return { sources, hash: hashOf(folder, sources), problems }
}

function hashOf(folder: string, sources: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const [file, source] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${relative(folder, file)}\0${source.length}\0${source}`)
  }
  return hash.digest('hex')
}
