import { stripVTControlCharacters } from 'node:util'

/** Removes control characters from foreign values: a value must not move the cursor, set a colour or break a line. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ')
}
