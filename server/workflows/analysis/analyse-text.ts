import { checkReferences, type KnownNames } from '#core/definition/check-references.ts'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Problem, TextRange } from '#core/definition/problem.ts'

export interface AnalysisRequest {
  readonly text: string
  /** What references are checked against; null leaves them unchecked. */
  readonly known: KnownNames | null
}

/** Plain data, so that it can cross from a thread. */
export interface Analysis {
  readonly definition: Definition | null
  readonly problems: readonly Problem[]
  /** The value of `workflow_type`; empty, at the beginning, where the text has none. */
  readonly nameRange: TextRange
}

export function analyseText({ text, known }: AnalysisRequest): Analysis {
  const { definition, problems, source } = parse(text)
  const nameRange = source.rangeOf(['workflow_type']) ?? { start: 0, end: 0 }
  if (!definition || !known) return { definition, problems, nameRange }
  const references = checkReferences(definition, known, source)
  return { definition, problems: [...problems, ...references], nameRange }
}
