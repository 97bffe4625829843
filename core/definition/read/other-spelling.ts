import type { TextRange } from '../../text-range.ts'
import type { Place } from './place.ts'
import { plain } from './replace-name.ts'

/**
 * Warns about another dialect's word that is accepted as an equivalent of ours, with the quick fix that writes ours.
 */
export function warnOtherSpelling(
  place: Place,
  written: string,
  meant: string,
  where: 'key' | 'value' = 'value',
): void {
  const range = where === 'key' ? (place.node?.keyRange as TextRange) : place.range()
  const fix = { title: `Change to ${meant}`, range, text: plain(meant) }
  place.warning('OTHER_SPELLING', `${written} is read as ${meant}.`, { fix, atKey: where === 'key' })
}

/** Python's `module:function`; names use a dot there. */
const withColon = /^([A-Za-z_][\w.]*):([A-Za-z_]\w*)$/

/** The name of a function; the colon of `module:function` is read as a dot. */
export function functionName(written: string, place: Place): string {
  if (!withColon.test(written)) return written
  const name = written.replace(withColon, '$1.$2')
  warnOtherSpelling(place, written, name)
  return name
}
