import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { JsonObject } from '#core/json.ts'
import type { Fate, ImportNote } from '../../import-note.ts'
import type { SourceRecord } from '../../source-record.ts'
import type { Names } from '../expression/names.ts'
import type { Translated } from '../expression/translate.ts'
import type { N8nNode } from '../read-n8n.ts'

/** The conversion of one node: its parameters, the meaning of names in its expressions, and the notes of the report. */
export interface Work {
  readonly node: N8nNode
  readonly step: string
  /** The parameters of the node; each unsettled one is reported as lost. */
  readonly given: SourceRecord
  readonly names: Names
  say(fate: Fate, message: string, more?: Pick<ImportNote, 'isProblem'>): void
  /** A value with its expressions translated; untranslated expressions are reported. */
  take<Value>(translated: Translated<Value>): Value
}

/** Converts a node to a step without name and targets. */
export type Convert = (work: Work) => JsonObject

export function workOn(about: Pick<Work, 'node' | 'step' | 'given' | 'names'>, notes: ImportNote[]): Work {
  const { node, step } = about
  const say: Work['say'] = (fate, message, more) => void notes.push({ part: node.name, step, fate, message, ...more })
  const reported = new Set<string>()
  return {
    ...about,
    say,
    take: ({ value, kept }) => {
      for (const source of kept) {
        if (reported.has(source)) continue
        reported.add(source)
        const message = `\`${source}\` could not be converted reliably. It was kept as is. Fix it.`
        // An expression with a syntax error also gets a problem of its own in the text.
        say('kept', message, parseOnce(source).ok ? {} : { isProblem: true })
      }
      return value
    },
  }
}
