import { stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { Actor } from '#server/access/actor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Stores } from '../../stores.ts'
import { publishText } from '../versions/publish-texts.ts'
import { brokenRuns, brokenWords } from './broken-runs.ts'
import { codeFilesBelow, readCode } from './read-code.ts'

export interface CodeFilesOptions {
  readonly stores: Stores
  readonly actor: Actor
  readonly functionsFolders: readonly string[]
  readonly log: (line: string) => void
}

export interface CodeFiles {
  /** Publishes every workflow whose code has changed since the last call. */
  publishChanged(): Promise<void>
}

/**
 * Workflows that are code: the files of the functions folders that define them. They are published by themselves, at the
 * start and whenever a file is saved, as files of YAML are: a run keeps the code that it began with, so a new version
 * breaks no live run; runs that would not follow it are named in the log and beside the version. A file with a problem publishes nothing; its problems are logged, once for each state of the file.
 * Errors are logged, and retried by the next call.
 */
export function createCodeFiles({ stores, actor, functionsFolders, log }: CodeFilesOptions): CodeFiles {
  /** By file: its modules and their stamps when it was read. */
  const read = new Map<string, { readonly modules: readonly string[]; readonly stamp: string }>()
  let complaint = ''

  const publishFile = async (folder: string, file: string): Promise<void> => {
    const before = read.get(file)
    if (before !== undefined && (await stampOf(before.modules)) === before.stamp) return
    const { workflows, problems, modules } = await readCode(stores.engine.code, folder, file)
    const stamp = await stampOf(modules)
    const shown = join(basename(folder), relative(folder, file))
    for (const problem of problems) log(`${shown} was not published: ${problem}`)
    for (const workflow of workflows) {
      const message = brokenWords(await brokenRuns(stores, actor, workflow)) ?? undefined
      const { version, isNew } = await inTransaction(stores.pool, (client) => {
        return publishText(client, actor, { ...workflow, message: message?.slice(0, limits.text.reason) })
      })
      if (isNew) log(`${shown}: ${workflow.name} is version ${version}`)
      if (isNew && message !== undefined) log(`${shown}: ${message}`)
    }
    // The file is marked as read only now, so that a database failure is retried.
    read.set(file, { modules, stamp })
  }

  return {
    async publishChanged() {
      let wrong = ''
      for (const folder of functionsFolders) {
        for (const file of await codeFilesBelow(folder)) {
          await publishFile(folder, file).catch((error: unknown) => {
            wrong ||= `${join(basename(folder), relative(folder, file))} was not published: ${messageOf(error)}`
          })
        }
      }
      if (wrong !== complaint && wrong !== '') log(wrong)
      complaint = wrong
    },
  }
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)))
  return stats.map((found) => `${found?.mtimeMs} ${found?.size}`).join('\n')
}
