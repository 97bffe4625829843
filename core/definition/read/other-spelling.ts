import type { TextRange } from '../../text-range.ts'
import { plain } from './replace-name.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * Warns about another dialect's word that is accepted as an equivalent of ours, with the quick fix that writes ours.
 */
export function warnOtherSpelling(
  location: SourceLocation,
  written: string,
  meant: string,
  where: 'key' | 'value' = 'value',
): void {
  const range = where === 'key' ? (location.node?.keyRange as TextRange) : location.range()
  const fix = { title: `Change to ${meant}`, range, text: plain(meant) }
  location.warning('OTHER_SPELLING', `${written} is read as ${meant}.`, { fix, atKey: where === 'key' })
}

/** Python's `module:function`; names use a dot there. */
const withColon = /^([A-Za-z_][\w.]*):([A-Za-z_]\w*)$/

/** The name of a function; the colon of `module:function` is read as a dot. */
export function functionName(written: string, location: SourceLocation): string {
  if (!withColon.test(written)) return written
  const name = written.replace(withColon, '$1.$2')
  warnOtherSpelling(location, written, name)
  return name
}
