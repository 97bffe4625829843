import type { ExpressionProblem } from '../../expression/check/check-expression.ts'
import type { TextRange } from '../../text-range.ts'
import type { SourceLocation } from '../read/source-location.ts'
import { writtenPlaces } from './written-places.ts'

/** Reports a problem of an expression or text at its place in the source, through quotes, escapes and folds. */
export function reportExpression(
  { code, message, severity, range, fix }: ExpressionProblem,
  source: string,
  location: SourceLocation,
): void {
  const placeOf = placesOf(source, location)
  if (placeOf === null) {
    location[severity](code, message)
    return
  }
  const move = (part: TextRange): TextRange => ({ start: placeOf(part.start), end: placeOf(part.end) })
  // A replacement within a quoted text could contain its closing quote.
  const isPlain = fix !== undefined && /^[\w.]+$/.test(fix.text)
  location[severity](code, message, {
    range: move(range),
    ...(isPlain ? { fix: { title: `Change to ${fix.text}`, range: move(fix.range), text: fix.text } } : {}),
  })
}

/** Source offset of each character of a text: in one piece, or through quotes, escapes and folds. */
function placesOf(source: string, location: SourceLocation): ((at: number) => number) | null {
  const { start, end } = location.range()
  const written = location.reading.text.slice(start, end)
  const offset = written.indexOf(source)
  if (offset !== -1) return (at) => start + offset + at
  const places = writtenPlaces(written, source)
  return places && ((at) => start + (places[at] as number))
}
