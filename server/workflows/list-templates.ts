import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { splitDocuments } from '#core/definition/text/documents.ts'
import { type JsonObject, objectOf } from '#core/json.ts'
import { cached } from '../cached.ts'
import { analyse } from './analysis/analyse.ts'
import type { Template } from './models.ts'

/** The owner under which the analysis queue counts these files. */
const OURSELVES = ''

const folder = join(import.meta.dirname, '..', '..', 'examples', 'workflows')

/**
 * The examples, offered as templates; later documents of a file are the workflows that its first one starts. They are
 * files of the installation and are read once.
 */
export const listTemplates = cached(Number.POSITIVE_INFINITY, readTemplates)

async function readTemplates(): Promise<readonly Template[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()
  return Promise.all(
    files.map(async (file): Promise<Template> => {
      const id = basename(file, '.yaml')
      const whole = await readFile(join(folder, file), 'utf8')
      const [first, ...rest] = splitDocuments(whole)
      const text = rest.length === 0 ? whole : (first?.text ?? '')
      const { definition } = await analyse(OURSELVES, text)
      return {
        id,
        name: definition?.workflow_type ?? id,
        description: definition?.description ?? '',
        text,
        subWorkflows: rest.map((document) => document.text),
        sampleInput: await sampleInput(id),
      }
    }),
  )
}

/** A sample input that makes a run interesting, from `<id>.input.json` beside the text. */
async function sampleInput(id: string): Promise<JsonObject> {
  const text = await readFile(join(folder, `${id}.input.json`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const value: unknown = JSON.parse(text)
  return objectOf(value)
}
