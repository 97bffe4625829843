import type { ErrorCode } from 'yaml'

/** Advice for each kind of YAML mistake; the library's own message where there is none. */
const advice: { readonly [Code in ErrorCode]?: string } = {
  BAD_INDENT: 'This line is indented differently from its neighbours. Align it with the keys it belongs to.',
  TAB_AS_INDENT: 'A tab cannot indent YAML. Use spaces.',
  BLOCK_AS_IMPLICIT_KEY:
    'A second key on one line. Begin a new line, or put the value in quotes if its colon belongs to it.',
  MULTILINE_IMPLICIT_KEY: 'A key has to be on one line, with a colon behind it.',
  KEY_OVER_1024_CHARS: 'A key may have 1,024 characters.',
  BLOCK_IN_FLOW: 'Within [ ] and { } there are no lines with dashes. Write the items with commas.',
  BAD_DQ_ESCAPE: 'An unknown escape in double quotes. Write \\\\ for a backslash, or use single quotes.',
  BAD_SCALAR_START: 'A value cannot begin with this character. Put it in quotes.',
  MULTIPLE_TAGS: 'One value, two tags. Remove them: types follow from the key.',
  MULTIPLE_ANCHORS: 'One value, two anchors. Remove them and write the value out where it is needed.',
  TAG_RESOLVE_FAILED: 'This tag is not known. Remove it: types follow from the key.',
  ALIAS_PROPS: 'Aliases are not possible. Write the value out.',
  BAD_ALIAS: 'Aliases are not possible. Write the value out.',
  BAD_DIRECTIVE: 'Directives are not possible. Remove the line that begins with %.',
  RESOURCE_EXHAUSTION: 'The text nests too deep to be read. Make it flatter.',
}

const complete =
  'The value ends before this. Remove what stands here, or put all of it in quotes where it belongs to the value.'

export function syntaxMessage(code: ErrorCode, message: string): string {
  const missing = /end with an? (\S)/.exec(message)?.[1]
  if (missing !== undefined) return `A bracket is not closed. Put ${missing} where it ends.`
  if (/^Unexpected .*(?: at node end$| in YAML stream: )/s.test(message)) return complete
  return advice[code] ?? (message.endsWith('.') ? message : `${message}.`)
}
