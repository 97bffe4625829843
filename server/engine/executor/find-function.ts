import { access } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

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
  if (!exportName || parts.length === 0 || !parts.every((part) => /^[A-Za-z_][\w-]*$/.test(part))) {
    throw new FunctionNotFound(
      `"${name}" is not the name of a function: it reads module.function, as in orders.validate.`,
    )
  }
  for (const folder of folders) {
    for (const file of candidateFiles(folder, parts)) {
      if (!(await exists(file))) continue
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

function candidateFiles(folder: string, parts: readonly string[]): readonly string[] {
  const folders = parts.slice(0, -1)
  const last = parts.at(-1) ?? ''
  const names = [...new Set([last, last.replaceAll('_', '-'), camelCase(last)])]
  return names.flatMap((name) =>
    ['.ts', '.mts', '.js', '.mjs'].map((suffix) => join(folder, ...folders, name + suffix)),
  )
}

function exportOf(module: Readonly<Record<string, unknown>>, name: string): FoundFunction | null {
  for (const candidate of [name, camelCase(name), ...Object.keys(module).filter((key) => snakeCase(key) === name)]) {
    const value = Object.hasOwn(module, candidate) ? module[candidate] : undefined
    if (typeof value === 'function') return value as FoundFunction
  }
  return null
}

function camelCase(name: string): string {
  return name.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
