import { readdirSync, readFileSync } from 'node:fs'
import type { Json } from '#core/json.ts'

const folder = new URL('./cases/', import.meta.url)

/** A file of n8n in testing/cases, by its name without the ending. */
export const caseFile = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Json

export const caseNames: readonly string[] = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
