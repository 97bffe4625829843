import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
import type { Client } from './client.ts'
import { CommandError } from './command-error.ts'
import { filesBelow } from './files-below.ts'

/** A workflow of a folder, and what is published under its name. */
export interface FolderWorkflow {
  readonly file: string
  readonly name: string
  readonly text: string
  /** The line of the file with which its text begins, counted from 0. */
  readonly firstLine: number
  /** The published text; null where nothing is published. */
  readonly published: string | null
}

/** The workflows in the YAML files below a folder, such as a checkout of git, beside what is published. */
export async function readWorkflowFolder(client: Client, folder: string): Promise<readonly FolderWorkflow[]> {
  const found: FolderWorkflow[] = []
  const fileOf = new Map<string, string>()
  for (const path of await filesBelow(folder, /\.ya?ml$/)) {
    const whole = await readFile(path, 'utf8')
    const file = relative(process.cwd(), path)
    for (const { text, start } of splitDocuments(whole)) {
      if (text.trim() === '') continue
      const name = parse(text).definition?.workflow_type
      if (name === undefined) throw new CommandError(`${file} is not a workflow. Check it with "heddle validate".`)
      const other = fileOf.get(name)
      if (other !== undefined) throw new CommandError(`${name} is in ${other} and in ${file}. Keep one of them.`)
      fileOf.set(name, file)
      const firstLine = whole.slice(0, start).split('\n').length - 1
      found.push({ file, name, text, firstLine, published: await publishedText(client, name) })
    }
  }
  if (found.length === 0) throw new CommandError(`There are no workflow files below ${folder}.`)
  return found
}

/**
 * The text that is published: with one line end at its end, and without comments there, which would belong to the next
 * text behind it.
 */
export const ownText = (text: string): string => `${text.replace(/(?:\r?\n(?:#.*|[ \t]*))+$/, '')}\n`

/** Whether the published text differs, apart from comments and blank lines at its end. */
export function differs({ text, published }: FolderWorkflow): boolean {
  return published === null || ownText(published) !== ownText(text)
}

async function publishedText({ api, told }: Client, name: string): Promise<string | null> {
  try {
    return await told(api.GET('/v1/workflows/{name}', { params: { path: { name } }, parseAs: 'text' }))
  } catch (error) {
    if (error instanceof CommandError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
