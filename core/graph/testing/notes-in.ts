import { parse } from '#core/definition/parse.ts'
import { notesOf } from '../notes.ts'

/** The words of every note in a text, by the note's id. */
export function notesIn(text: string): Readonly<Record<string, string>> {
  const { ofSteps, free } = notesOf(text, parse(text))
  return Object.fromEntries([...ofSteps.values(), ...free].map((note) => [note.id, note.text]))
}
