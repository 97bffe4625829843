import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isModulePart, snakeCase } from '#core/definition/function-name.ts'

export type FoundFunction = (state: unknown, context: unknown) => unknown

export class FunctionNotFound extends Error {}

/**
 * `orders.validate` is the export `validate` of `orders.ts` in one of the
 * folders, imported as `urlOf` says; further parts of the name are folders. `calculate_risk` also finds
 * `calculateRisk`, and the file `loan-offers.ts` is found as `loan_offers`.
 * Throws `FunctionNotFound`; whatever an import throws passes through.
 */
export async function findFunction(
  folders: readonly string[],
  name: string,
  urlOf: (file: string) => string = (file) => pathToFileURL(file).href,
): Promise<FoundFunction> {
  const parts = name.split('.')
  const exportName = parts.pop()
  if (!exportName || parts.length === 0 || !parts.every(isModulePart)) {
    throw new FunctionNotFound(
      `"${name}" is not the name of a function: it reads module.function, as in orders.validate.`,
    )
  }
  for (const folder of folders) {
    for (const file of await candidateFiles(folder, parts)) {
      const module = (await import(urlOf(file))) as Record<string, unknown>
      const found = exportOf(module, exportName)
      if (found) return found
    }
  }
  throw new FunctionNotFound(
    `There is no function ${name}: no export "${exportName}" in ${parts.join('/')}.ts in ${folders.map(shown).join(' or ')}.`,
  )
}

/** As whoever works in the project would write it; the rest of the machine is nobody's business. */
const shown = (folder: string) => relative(process.cwd(), folder).split(sep).join('/') || '.'

const sourceFile = /^(.*)(\.ts|\.mts|\.js|\.mjs)$/
const suffixes = ['.ts', '.mts', '.js', '.mjs']

/** What the name may mean in the folder, as the list of functions names folders and files; what is spelt like it comes first. */
async function candidateFiles(folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const last = parts.at(-1) ?? ''
  let folders: readonly string[] = [folder]
  for (const part of parts.slice(0, -1)) {
    const below = folders.map(async (each) =>
      (await namesIn(each)).filter((name) => isSpelling(name, part)).map((name) => join(each, name)),
    )
    folders = (await Promise.all(below)).flat()
  }
  const files = folders.map(async (each) =>
    (await namesIn(each))
      .flatMap((name) => {
        const [, stem, suffix] = sourceFile.exec(name) ?? []
        if (stem === undefined || suffix === undefined || !isSpelling(stem, last)) return []
        return { file: join(each, name), rank: (stem === last ? 0 : suffixes.length) + suffixes.indexOf(suffix) }
      })
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file),
  )
  return (await Promise.all(files)).flat()
}

/** No folder, and one that may not be read, has nothing that could be found. */
const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).then(
    (names) => names.sort(),
    () => [],
  )

const isSpelling = (written: string, name: string) => snakeCase(written) === snakeCase(name)

function exportOf(module: Readonly<Record<string, unknown>>, name: string): FoundFunction | null {
  for (const candidate of [name, ...Object.keys(module).filter((key) => isSpelling(key, name))]) {
    const value = Object.hasOwn(module, candidate) ? module[candidate] : undefined
    if (typeof value === 'function') return value as FoundFunction
  }
  return null
}
