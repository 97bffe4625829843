import { checkReferences, type KnownNames } from '#core/definition/check/check-known-names.ts'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Problem } from '#core/definition/problem.ts'
import { boundedProblems } from '#core/definition/problems/bounded-problems.ts'
import type { TextRange } from '#core/text-range.ts'
import type { ImportNote } from '#importers/import-note.ts'
import { type ReadFile, readFile } from '#importers/read-file.ts'
import { type ReportedPart, reportOf } from '#importers/report.ts'

/**
 * The kinds of analysis of a text; its size decides where the analysis runs. All fields are plain data, so that they
 * can be sent to a thread.
 */
export interface AnalysisWork {
  /** The definition, its problems and the range of its name. */
  readonly analyse: { readonly text: string; readonly known: KnownNames | null }
  /** Converts a file of any supported system to a Heddle text. */
  readonly convert: { readonly text: string; readonly fileName?: string }
  /** The report of an import, part by part. */
  readonly report: {
    readonly text: string
    readonly problems: readonly Problem[]
    readonly notes: readonly ImportNote[]
  }
}

export interface AnalysisAnswers {
  readonly analyse: Analysis
  readonly convert: ReadFile
  readonly report: readonly ReportedPart[]
}

export type AnalysisKind = keyof AnalysisWork

export interface AnalysisRequest<Kind extends AnalysisKind = AnalysisKind> {
  readonly kind: Kind
  readonly work: AnalysisWork[Kind]
}

export interface Analysis {
  readonly definition: Definition | null
  readonly problems: readonly Problem[]
  /** The value of `workflow_type`; empty, at the beginning, where the text has none. */
  readonly nameRange: TextRange
}

const kinds: { readonly [Kind in AnalysisKind]: (work: AnalysisWork[Kind]) => AnalysisAnswers[Kind] } = {
  analyse: analyseText,
  convert: ({ text, fileName }) => readFile(text, fileName),
  report: ({ text, problems, notes }) => reportOf(text, problems, notes),
}

export function doAnalysis<Kind extends AnalysisKind>({ kind, work }: AnalysisRequest<Kind>): AnalysisAnswers[Kind] {
  return kinds[kind](work)
}

function analyseText({ text, known }: AnalysisWork['analyse']): Analysis {
  const { definition, problems, source } = parse(text)
  const nameRange = source.rangeOf(['workflow_type']) ?? { start: 0, end: 0 }
  if (!definition || !known) return { definition, problems, nameRange }
  const references = checkReferences(definition, known, source)
  return { definition, problems: boundedProblems([...problems, ...references]), nameRange }
}
