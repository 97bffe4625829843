import { join } from 'node:path'
import type { CodeSources } from '#core/definition/definition.ts'
import type { LoadedCode } from './messages.ts'

/** The sources of a published version, as a thread loads them: under a folder that does not exist. */
export function loadedCode({ entry, sources }: Pick<CodeSources, 'entry' | 'sources'>, hash: string): LoadedCode {
  return {
    hash,
    entry: join(codeFolder, entry),
    sources: Object.entries(sources).map(([file, source]) => [join(codeFolder, file), source] as const),
  }
}

/** Where the modules of workflows lie for their threads. */
export const codeFolder = '/heddle/code'
