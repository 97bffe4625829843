import { allSteps } from '#core/definition/inner-lists.ts'
import { parse } from '#core/definition/parse.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { TextRange } from '#core/text-range.ts'
import type { Fate, ImportNote } from './import-note.ts'
import { sentenceOf } from './not-imported.ts'

/** A message about a line of an imported text. */
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
  /** The worst outcome of the findings; `understood` without findings. */
  readonly fate: Fate
  readonly findings: readonly Finding[]
}

const worst: readonly Fate[] = ['lost', 'kept', 'changed', 'understood']

/**
 * The report of an import, step by step, before anything is saved: `problems` are those of the text, `notes` those of
 * its conversion. Unknown keys are kept without effect; errors stay for the author to repair; other spellings are
 * accepted.
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
  // The note already reports a function that is still to be written, and parts that were not converted.
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

/** Advice about the workflow itself: the import changed nothing. */
const advice: ReadonlySet<string> = new Set(['INPUT_UNDECLARED', 'UNDO_MISSING', 'ADDRESS_REFUSED'])

function fateOf({ code, severity }: Problem): Fate {
  if (advice.has(code)) return 'understood'
  if (code === 'STEP_TYPE_UNKNOWN' || code === 'FUNCTION_UNKNOWN' || code === 'WORKFLOW_UNKNOWN') return 'lost'
  if (code === 'NOT_IMPORTED') return 'lost'
  return severity === 'info' || code === 'OTHER_SPELLING' ? 'changed' : 'kept'
}

function linesOf(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}
