import { stripVTControlCharacters } from 'node:util'

/** Values come from other people: nothing in them may move a cursor, colour a line or break it. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ')
}
