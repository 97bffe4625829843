import { stepIdOf } from '#core/definition/id-of-title.ts'
import { stepNameProblem } from '#core/definition/names.ts'

const longest = 64

/** A valid step name close to the wished one, with a number where it is taken. */
export function uniqueName(wish: string, taken: ReadonlySet<string>): string {
  const letters = wish.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest)
  const name = stepNameProblem(letters) === null ? letters : `Step_${letters}`.slice(0, longest)
  if (!taken.has(name)) return name
  const stem = name.replace(/_\d+$/, '')
  for (let number = 2; ; number += 1) {
    const numbered = `${stem.slice(0, longest - 1 - String(number).length)}_${number}`
    if (!taken.has(numbered)) return numbered
  }
}

/** A free id for a step of this title; a numbered one where the title has no Latin letters. */
export function idForTitle(title: string, taken: ReadonlySet<string>): string {
  return uniqueName(stepIdOf(title) || 'Step_1', taken)
}
