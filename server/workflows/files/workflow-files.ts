import { readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { Actor } from '#server/access/actor.ts'
import { filesBelow } from '../../files-below.ts'
import type { Stores } from '../../stores.ts'
import type { ReadDocument } from '../import/read-documents.ts'
import type { KnownSources } from '../known-names.ts'
import { publishTexts } from '../versions/publish-texts.ts'

export interface WorkflowFilesOptions extends KnownSources {
  readonly stores: Stores
  readonly actor: Actor
  readonly folders: readonly string[]
  readonly log: (line: string) => void
  readonly now?: () => number
}

export interface WorkflowFiles {
  /**
   * Publishes every file that is new or has changed since the last call. Errors are logged, and retried by the next
   * call.
   */
  publishChanged(): Promise<void>
}

/**
 * Folders of YAML files as the source of workflows. Each text becomes a version once. At the start, only texts that
 * have never been a version are published, so that a restart does not undo a version from the designer. Later, every
 * saved change is published. Removing a file does not affect its workflow.
 */
export function createWorkflowFiles({ folders, log, now = Date.now, ...options }: WorkflowFilesOptions): WorkflowFiles {
  let complaint = ''
  const seen = new Map<string, { readonly stamp: string; readonly text: string | null }>()

  const publishFile = async (folder: string, file: string): Promise<void> => {
    const found = await stat(file).catch(() => null)
    if (!found) return
    const stamp = `${found.mtimeMs} ${found.size}`
    const before = seen.get(file)
    // The file was just written, and the write may be incomplete.
    if (before?.stamp === stamp || Math.abs(now() - found.mtimeMs) < limits.files.quietMs) return
    const shown = join(basename(folder), relative(folder, file))
    if (found.size > limits.definition.textBytes) {
      log(`${shown} is larger than ${limits.definition.textBytes / 1024} kB and was not published.`)
      seen.set(file, { stamp, text: null })
      return
    }
    const text = await readFile(file, 'utf8')
    if (text.includes('\0') || text.includes('\ufffd')) {
      log(`${shown} is not UTF-8 and was not published.`)
      seen.set(file, { stamp, text: null })
      return
    }
    if (text !== before?.text) await publish(shown, text, before === undefined)
    // The file is marked as seen only now, so that a database failure is retried.
    seen.set(file, { stamp, text })
  }

  const publish = async (shown: string, text: string, onlyNew: boolean): Promise<void> => {
    const { stores, actor, functionsFolders, secrets } = options
    const result = await publishTexts(stores, actor, { text, functionsFolders, secrets, onlyNew })
    if (result.outcome === 'refused') {
      log(`${shown} was not published:`)
      for (const line of result.documents.flatMap(describe)) log(`  ${line}`)
      return
    }
    for (const { name, version } of result.workflows) log(`${shown}: ${name} is version ${version}`)
  }

  /** Logs a problem when it is new, or returns after a pass without problems. */
  const complain = (message: string) => {
    if (message !== complaint && message !== '') log(`HEDDLE_WORKFLOWS: ${message}`)
    complaint = message
  }

  /** Publishes a folder; returns the first problem. A broken file does not stop the others. */
  const publishFolder = async (folder: string): Promise<string> => {
    const files = await filesBelow(folder, /\.ya?ml$/)
    const { most } = limits.files
    let wrong =
      files.length > most ? `${folder} contains ${files.length} files; only the first ${most} are published.` : ''
    for (const file of files.slice(0, most)) {
      try {
        await publishFile(folder, file)
      } catch (error) {
        wrong ||= messageOf(error)
      }
    }
    return wrong
  }

  return {
    async publishChanged() {
      let wrong = ''
      for (const folder of folders) {
        const found = await publishFolder(folder).catch(messageOf)
        wrong ||= found
      }
      complain(wrong)
    },
  }
}

function describe({ text, problems }: ReadDocument): readonly string[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ range, message }) => `line ${text.slice(0, range.start).split('\n').length}: ${message}`)
}
