import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { JsonObject } from '#core/json.ts'
import type { Fate, ImportNote } from '../import-note.ts'
import type { SourceRecord } from '../source-record.ts'
import type { Names } from './names.ts'
import type { N8nNode } from './read-n8n.ts'
import type { Translated } from './translate.ts'

/** The conversion of one node: what it was set to, what its expressions mean, and where to tell what became of it. */
export interface Work {
  readonly node: N8nNode
  readonly step: string
  /** The parameters of the node; each has to be settled, or it is called lost. */
  readonly given: SourceRecord
  readonly names: Names
  say(fate: Fate, message: string, more?: Pick<ImportNote, 'isProblem'>): void
  /** A value with its expressions translated, where those that could not be are told of. */
  take<Value>(translated: Translated<Value>): Value
}

/** What a node becomes, without its name and where it leads. */
export type Convert = (work: Work) => JsonObject

export function workOn(about: Pick<Work, 'node' | 'step' | 'given' | 'names'>, notes: ImportNote[]): Work {
  const { node, step } = about
  const say: Work['say'] = (fate, message, more) => void notes.push({ part: node.name, step, fate, message, ...more })
  const told = new Set<string>()
  return {
    ...about,
    say,
    take: ({ value, kept }) => {
      for (const source of kept) {
        if (told.has(source)) continue
        told.add(source)
        const message = `\`${source}\` could not be translated for certain. It stands as it was, and is to be mended.`
        // What is no expression of ours is an error where it stands.
        say('kept', message, parseOnce(source).ok ? {} : { isProblem: true })
      }
      return value
    },
  }
}
