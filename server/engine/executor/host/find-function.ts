import { pathToFileURL } from 'node:url'
import { isModulePart } from '#core/definition/function-name.ts'
import { findExport } from '#server/functions/find-export.ts'

export type FoundFunction = (state: unknown, context: unknown) => unknown

export class FunctionNotFound extends Error {}

/**
 * The function of a name: `orders.validate` is the export `validate` of `orders.ts` in one of the folders, imported from
 * the address that `urlOf` returns; further parts of the name are folders. `calculate_risk` also finds `calculateRisk`,
 * and the file `loan-offers.ts` is found as `loan_offers`. A file is imported only when its source shows that it exports
 * the function: a name must not run any other file. Throws `FunctionNotFound`; an error of the import passes through.
 */
export async function findFunction(
  folders: readonly string[],
  name: string,
  urlOf: (file: string) => string = (file) => pathToFileURL(file).href,
): Promise<FoundFunction> {
  const parts = name.split('.')
  const exportName = parts.pop()
  if (!exportName || parts.length === 0 || !parts.every(isModulePart)) {
    throw new FunctionNotFound(`"${name}" is not a function name. Use module.function, such as orders.validate.`)
  }
  for (const folder of folders) {
    const found = await findExport(folder, parts, exportName)
    if (!found) continue
    const module = (await import(urlOf(found.file))) as Record<string, unknown>
    const value = Object.hasOwn(module, found.exportName) ? module[found.exportName] : undefined
    if (typeof value === 'function') return value as FoundFunction
  }
  throw new FunctionNotFound(
    `There is no function ${name}: ${parts.join('/')}.ts in the functions folder has no exported function "${exportName}".`,
  )
}
