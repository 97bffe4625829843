import type { FieldError } from './field-errors.ts'

/** The places whose text cannot be read at the moment, after one of them said that it can or cannot. */
export function withBroken(broken: readonly string[], path: string, isBroken: boolean): readonly string[] {
  const others = broken.filter((other) => other !== path)
  return isBroken ? [...others, path] : others
}

/** Why nothing was sent, at each place that shows something else than would have been sent. */
export const refusedAt = (broken: readonly string[]): readonly FieldError[] =>
  broken.map((path) => ({ path, message: 'Nothing was sent: this is not JSON yet. Correct it, or empty the field.' }))
