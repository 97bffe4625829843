import { allSteps } from '#core/definition/inner-lists.ts'
import { parse } from '#core/definition/parse.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { TextRange } from '#core/text-range.ts'
import type { Fate, ImportNote } from './import-note.ts'
import { sentenceOf } from './not-imported.ts'

/** What is to be said about a line of a text that is imported. */
export interface Finding {
  readonly fate: Fate
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** A step of the text, or (without a name) the workflow itself. */
export interface ReportedPart {
  readonly step: string | null
  readonly type: string
  readonly line: number
  /** The worst of the findings; `understood` where there are none. */
  readonly fate: Fate
  readonly findings: readonly Finding[]
}

const worst: readonly Fate[] = ['lost', 'kept', 'changed', 'understood']

/**
 * What is understood of a text, step by step, before anything is kept:
 * `problems` are those of the text, `notes` those of what it was made from.
 * Keys that are not known are kept and have no effect; errors stand there to be
 * mended; other spellings are read as what they mean.
 */
export function reportOf(
  text: string,
  problems: readonly Problem[],
  notes: readonly ImportNote[] = [],
): readonly ReportedPart[] {
  const { definition, source } = parse(text)
  const lineAt = linesOf(text)
  const lineOf = (step: string) => lineAt((source.stepRange(step) as TextRange).start)
  const byStep = Map.groupBy(problems, ({ step }) => step ?? null)
  const sentences = new Set(notes.map((note) => `${note.step ?? ''}\n${sentenceOf(note)}`))
  // A function that is still to be written, and what was not carried over, are said by the note.
  const isSaid = ({ code, step, message }: Problem) =>
    (code === 'FUNCTION_UNKNOWN' && notes.some((note) => note.step === step && note.fate === 'lost')) ||
    (code === 'NOT_IMPORTED' && sentences.has(`${step ?? ''}\n${message}`))
  const found = (step: string | null): readonly Finding[] => [
    ...notes
      .filter((note) => (note.step ?? null) === step)
      .map((note) => ({
        fate: note.fate,
        line: step === null ? 1 : lineOf(step),
        message: sentenceOf(note),
      })),
    ...(byStep.get(step) ?? [])
      .filter((problem) => !isSaid(problem))
      .map((problem) => ({
        fate: fateOf(problem),
        line: lineAt(problem.range.start),
        message: problem.message,
      })),
  ]
  const partOf = (step: string | null, type: string, line: number): ReportedPart => {
    const findings = found(step)
    const fate = worst.find((one) => findings.some((finding) => finding.fate === one)) ?? 'understood'
    return { step, type, line, fate, findings }
  }
  const steps = allSteps(definition?.steps ?? []).map((step) => {
    const line = lineOf(step.name)
    const type = step.type === 'UNKNOWN' ? step.written_type : step.type
    return partOf(step.name, type, line)
  })
  return [partOf(null, 'workflow', 1), ...steps]
}

function fateOf({ code, severity }: Problem): Fate {
  if (code === 'STEP_TYPE_UNKNOWN' || code === 'FUNCTION_UNKNOWN' || code === 'WORKFLOW_UNKNOWN') return 'lost'
  if (code === 'NOT_IMPORTED') return 'lost'
  return severity === 'info' || code === 'OTHER_SPELLING' ? 'changed' : 'kept'
}

function linesOf(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}
