import type { Tone } from '#components/ui/layout/tone.ts'
import { modelTexts } from '../../texts/model.ts'

/** Another user as the server reports them. */
export interface PersonSaid {
  readonly sessionId: string
  readonly name: string | null
  readonly steps: readonly string[]
}

export interface Person {
  readonly id: string
  readonly name: string
  /** One or two letters. */
  readonly initials: string
  readonly tone: Tone
  readonly steps: readonly string[]
}

/** Tones that no step state uses in the designer. */
const tones = ['async', 'child', 'undone', 'active', 'done'] as const satisfies readonly Tone[]

/** The other users with unique names; a window keeps its colour while it is open. */
export function people(said: readonly PersonSaid[]): readonly Person[] {
  const unnamed = said.filter(({ name }) => name === null)
  return said.map(({ sessionId, name, steps }): Person => {
    const number = unnamed.findIndex((other) => other.sessionId === sessionId) + 1
    const called = name ?? (unnamed.length > 1 ? modelTexts.anotherWindow(number) : modelTexts.anotherWindowLabel)
    return {
      id: sessionId,
      name: called,
      initials: name === null ? `W${unnamed.length > 1 ? number : ''}` : initialsOf(name),
      tone: tones[colour(sessionId)] ?? tones[0],
      steps,
    }
  })
}

function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

function colour(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum % tones.length
}
