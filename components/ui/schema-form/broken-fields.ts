import { uiTexts } from '../texts/ui.ts'
import type { FieldError } from './field-errors.ts'

/** The paths of unreadable fields, after one field reported its state. */
export function withBroken(broken: readonly string[], path: string, isBroken: boolean): readonly string[] {
  const others = broken.filter((other) => other !== path)
  return isBroken ? [...others, path] : others
}

/** The errors of a refused submission, at each field whose text differs from its value. */
export const refusedAt = (broken: readonly string[]): readonly FieldError[] =>
  broken.map((path) => ({ path, message: uiTexts.nothingWasSentThisIs }))
