import { type Splice, trimSplice } from '#core/definition/text/splice.ts'
import { hunksBetween } from './hunks.ts'

/** The lines of a text, each with its line break: joined they are the text. */
export function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '')
}

/** Concatenated lines; a line break is added where the last line of a part has none. */
export function joinLines(...parts: readonly (readonly string[])[]): string {
  const lines = parts.flat()
  return lines.map((line, index) => (index < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line)).join('')
}

/** Splices, line by line, from one text to another; unchanged lines between two changes are in none of them. */
export function lineSplices(before: string, after: string): readonly Splice[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const offsets = [0]
  for (const line of old) offsets.push((offsets.at(-1) as number) + line.length)
  return hunksBetween(old, now).flatMap(({ start, end, from, to }) => {
    const whole = {
      start: offsets[start] as number,
      end: offsets[end] as number,
      text: now.slice(from, to).join(''),
    }
    return [trimSplice(before, whole)].filter((splice) => splice !== null)
  })
}
