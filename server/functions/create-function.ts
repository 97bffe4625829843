import { randomUUID } from 'node:crypto'
import { access, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Pool } from 'pg'
import { functionKey } from '#core/definition/function-name.ts'
import type { Actor } from '../access/actor.ts'
import { may, requirePermission } from '../access/may.ts'
import { ApiError } from '../api-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { filesBelow, isWithin } from '../files-below.ts'
import { functionStub, type NewFunction } from './function-stub.ts'
import type { StepFunction } from './step-function.ts'

export type CreatedFunction = Pick<StepFunction, 'name' | 'file' | 'path' | 'line'>

/**
 * Writes the file of a new step function into the first functions folder. A file that exists is never changed: a module
 * of that name, with whatever ending or spelling, is a refusal.
 */
export async function createFunction(
  pool: Pool,
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
  await inTransaction(pool, async (client) => {
    await recordAudit(client, {
      actor,
      action: 'function.create',
      target: stub.name,
      after: stub.text,
      outcome: 'done',
    })
    await write(folder, file, stub.text)
  })
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

/** The deepest folder that exists on the way from the functions folder to `wanted`; null where even that one is missing. */
async function nearestFolder(folder: string, wanted: string): Promise<string | null> {
  const isThere = await access(wanted).then(
    () => true,
    () => false,
  )
  if (isThere) return wanted
  return wanted === folder ? null : nearestFolder(folder, dirname(wanted))
}

/** The file appears with its whole text or not at all, and never in the place of another one. Throws `EEXIST`. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = join(dirname(file), `.${randomUUID()}.tmp`)
  try {
    await writeFile(unfinished, text, { flag: 'wx' })
    await link(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function write(folder: string, file: string, text: string): Promise<void> {
  try {
    // A folder may be a link to a place elsewhere, where nothing is made or written.
    const known = await nearestFolder(folder, dirname(file))
    if (known !== null && !(await isWithin(folder, known)))
      throw refusal('CONFLICT', `${shown(folder, known)} is a link to another place. Choose another folder.`)
    await mkdir(dirname(file), { recursive: true })
    await writeWhole(file, text)
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
