import type { ErrorCode } from 'yaml'

/** Advice for each kind of YAML mistake; the library's own message where there is none. */
const advice: { readonly [Code in ErrorCode]?: string } = {
  BAD_INDENT: 'This line is not indented like its neighbors. Align it with the keys it belongs to.',
  TAB_AS_INDENT: 'A tab cannot indent YAML. Use spaces.',
  BLOCK_AS_IMPLICIT_KEY: 'Two keys on one line. Start a new line, or put the value in quotes if it contains a colon.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line, followed by a colon.',
  KEY_OVER_1024_CHARS: 'A key can have up to 1,024 characters.',
  BLOCK_IN_FLOW: 'Lines with dashes are not allowed within [ ] and { }. Separate the items with commas.',
  BAD_DQ_ESCAPE: 'An unknown escape in double quotes. Write \\\\ for a backslash, or use single quotes.',
  BAD_SCALAR_START: 'A value cannot start with this character. Put it in quotes.',
  MULTIPLE_TAGS: 'One value, two tags. Remove them: types follow from the key.',
  MULTIPLE_ANCHORS: 'One value, two anchors. Remove them and write the value out where it is needed.',
  TAG_RESOLVE_FAILED: 'Unknown tag. Remove it: types follow from the key.',
  ALIAS_PROPS: 'Aliases are not supported. Write the value out.',
  BAD_ALIAS: 'Aliases are not supported. Write the value out.',
  BAD_DIRECTIVE: 'Directives are not supported. Remove the line that starts with %.',
  RESOURCE_EXHAUSTION: 'The text is nested too deeply. Make it flatter.',
}

const complete = 'The value ends before this. Remove this part, or put the whole value in quotes.'

export function syntaxMessage(code: ErrorCode, message: string): string {
  const missing = /end with an? (\S)/.exec(message)?.[1]
  if (missing !== undefined) return `A bracket is not closed. Add ${missing} where it ends.`
  if (/^Unexpected .*(?: at node end$| in YAML stream: )/s.test(message)) return complete
  return advice[code] ?? (message.endsWith('.') ? message : `${message}.`)
}
