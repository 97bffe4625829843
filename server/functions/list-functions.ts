import { dirname, join, relative, sep } from 'node:path'
import { isModulePart, snakeCase } from '#core/definition/function-name.ts'
import { limits } from '#core/limits.ts'
import { filesBelow } from '../files-below.ts'
import { exportedFunctions } from './exported-functions.ts'
import type { StepFunction } from './step-function.ts'

/**
 * Every step function of the folders, by name. A missing folder has none. Files beyond the limits of number and length
 * are not read, because no person writes such sources.
 */
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
  const files = await filesBelow(folder, /\.m?[jt]s$/)
  // `orders.v2.ts` or `2fa.ts` cannot be called by any name, and `orders.test.ts` and `orders.d.ts` are not meant to be.
  return files.filter((file) => partsOf(folder, file).every(isModulePart)).slice(0, limits.files.most)
}

/** The folders below, and the file without its ending. */
function partsOf(folder: string, file: string): readonly string[] {
  return relative(folder, file)
    .replace(/\.m?[jt]s$/, '')
    .split(sep)
}

async function functionsOfFile(folder: string, file: string): Promise<readonly StepFunction[]> {
  const module = partsOf(folder, file).map(snakeCase).join('.')
  const functions = await exportedFunctions(folder, file)
  return functions.map(({ exportedAs, ...each }) => ({
    name: `${module}.${snakeCase(exportedAs)}`,
    ...each,
    path: join(dirname(folder), each.file),
  }))
}
