import { isJsonObject, type Json } from '#core/json.ts'

export interface SubjectFact {
  readonly name: string
  readonly value: string
}

const mostShown = 5
const longestValue = 60

/**
 * The few values of a run that tell an approver its subject: short values of the input, then short values of the state
 * (its results so far) that the input does not have.
 */
export function subjectOf(input: Json, state: Json): readonly SubjectFact[] {
  const facts = new Map<string, string>()
  for (const source of [input, state]) {
    if (!isJsonObject(source)) continue
    for (const [name, value] of Object.entries(source)) {
      const text = inWords(value)
      if (text !== null && !facts.has(name)) facts.set(name, text)
    }
  }
  return [...facts].slice(0, mostShown).map(([name, value]) => ({ name, value }))
}

function inWords(value: Json): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && value !== '' && value.length <= longestValue ? value : null
}
