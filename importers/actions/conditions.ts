import type { JsonObject } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import type { Value } from './expression/value.ts'
import { both, type Meaning } from './expression/write.ts'
import { conditionOf, sourceOf } from './expressions.ts'
import { asksHowItWent } from './plan.ts'

export type Tell = (fate: ImportNote['fate'], message: string) => void

export const mend = (source: string): string =>
  `\`${source}\` could not be converted reliably. It was kept as is. Fix it.`

const anyway = 'The original also runs this after a failure. Here it runs only after success. Use on_failure.'
const onlyThen =
  'The original runs this after a failure. Here it never runs: set on_failure of the earlier steps to it.'

/** The conjunction of all conditions. The success of earlier steps is no condition here. */
export function whenOf(written: readonly (string | undefined)[], meaning: Meaning, reported: Tell): JsonObject {
  const conditions = written.flatMap((condition): readonly Value[] => {
    if (condition === undefined || condition.trim() === '') return []
    const value = conditionOf(condition, meaning)
    if (asksHowItWent(condition)) reported('lost', `\`${condition}\`: ${value?.constant === false ? onlyThen : anyway}`)
    if (value !== null) return [value]
    const source = sourceOf(condition)
    reported('kept', mend(source))
    return [{ code: source, type: 'any', isCompound: true }]
  })
  const [first, ...rest] = conditions
  if (first === undefined) return {}
  const when = rest.reduce((one, other) => both('&&', one, other), first)
  return when.constant === true ? {} : { when: when.code }
}
