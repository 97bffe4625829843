import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { functionKey } from '#core/definition/function-name.ts'
import type { Actor } from '../access/actor.ts'
import { may, requirePermission } from '../access/may.ts'
import { ApiError } from '../api-error.ts'
import { filesBelow, isWithin } from '../files-below.ts'
import { functionStub, type NewFunction } from './function-stub.ts'
import type { StepFunction } from './step-function.ts'

export type CreatedFunction = Pick<StepFunction, 'name' | 'file' | 'path' | 'line'>

/**
 * Writes the file of a new step function into the first functions folder. A file that exists is never changed: a module
 * of that name, with whatever ending or spelling, is a refusal.
 */
export async function createFunction(
  actor: Actor,
  folders: readonly string[],
  wanted: NewFunction,
): Promise<CreatedFunction> {
  requirePermission(may(actor, 'function.create'), 'name')
  const stub = functionStub(wanted)
  if (stub === null) throw refusal('INVALID_INPUT', `${wanted.name} ends in a word that JavaScript reserves.`)
  const [folder] = folders
  if (folder === undefined) throw refusal('CONFLICT', 'Heddle has no functions folder. Set HEDDLE_FUNCTIONS.')
  const taken = await sameModule(folder, stub.path)
  if (taken !== undefined) {
    throw refusal(
      'NAME_TAKEN',
      `${shown(folder, taken)} exists already. Export the function there, or choose another file.`,
    )
  }
  const file = `${join(folder, ...stub.path)}.ts`
  await write(folder, file, stub.text)
  return { name: stub.name, file: shown(folder, file), path: file, line: stub.line }
}

const refusal = (code: 'INVALID_INPUT' | 'CONFLICT' | 'NAME_TAKEN', message: string) =>
  new ApiError(code, message, 'name')

const shown = (folder: string, file: string) => [basename(folder), ...relative(folder, file).split(sep)].join('/')

/** The file whose functions have the same names as those of the module would have. */
async function sameModule(folder: string, path: readonly string[]): Promise<string | undefined> {
  const wanted = path.join('.')
  const files = await filesBelow(folder, /\.m?[jt]s$/)
  return files.find(
    (file) =>
      functionKey(
        relative(folder, file)
          .replace(/\.m?[jt]s$/, '')
          .replaceAll(/[\\/]/g, '.'),
      ) === wanted,
  )
}

async function write(folder: string, file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    // A folder may be a link to a place elsewhere, into which nothing is written.
    if (!(await isWithin(folder, dirname(file))))
      throw refusal('CONFLICT', `${shown(folder, dirname(file))} is a link to another place. Choose another folder.`)
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    if (error instanceof ApiError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw refusal('NAME_TAKEN', `${shown(folder, file)} exists already. Choose another file.`)
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
      throw refusal(
        'CONFLICT',
        `Heddle cannot write ${shown(folder, file)}. Make the folder writable, or write the file yourself.`,
      )
    }
    throw error
  }
}
