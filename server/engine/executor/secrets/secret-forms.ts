import { domainToASCII } from 'node:url'
import type { Needle } from './find-needles.ts'
import { reduceText } from './reduced-codes.ts'

/** One form of a secret in reduced text, with what belongs to it besides. */
export interface SecretForm extends Needle {
  readonly mark: string
  /** Separators at its ends. */
  readonly before: string
  readonly behind: string
  /** Whether the base64 character before it, or behind it, carries bits of the secret and of its neighbour. */
  readonly sharesBefore: boolean
  readonly sharesBehind: boolean
}

/**
 * Below this length a form would be found in ordinary text. A secret whose reduced text is shorter is recognised as it is
 * written, in any letter case, and in the encodings that are long enough.
 */
export const SHORTEST_FORM = 6

/**
 * The twelve forms in which secrets are recognised: plain, lower case, upper case, percent-encoded, JSON-escaped, base64
 * and base64url (at each of the three alignments), hexadecimal in lower and in upper case, reversed, HTML entities, and
 * the host name of IDNA. In each of them letter case, separators and repeated or partial escapes do not matter.
 */
export function formsOf(name: string, value: string): readonly SecretForm[] {
  const mark = `[secret ${name}]`
  const bytes = Buffer.from(value)
  const reversed = [...value].reverse().join('')
  const forms = [
    textForm(mark, value),
    // Of some letters, such as ß, the lower case of the upper case is another one.
    ...(reduceText(value.toUpperCase()) === reduceText(value) ? [] : [textForm(mark, value.toUpperCase())]),
    textForm(mark, reversed),
    textForm(mark, bytes.toString('hex')),
    ...(isAscii(value) ? [] : [textForm(mark, domainToASCII(value))]),
    ...[0, 1, 2].map((offset) => base64Form(mark, bytes, offset)),
  ]
  return forms.filter(({ text }) => text.length >= SHORTEST_FORM)
}

const isAscii = (text: string) => [...text].every((character) => character <= '\x7f')

function textForm(mark: string, text: string): SecretForm {
  const characters = [...text]
  const isKept = (character: string) => reduceText(character) !== ''
  const first = characters.findIndex(isKept)
  const last = characters.findLastIndex(isKept)
  return {
    mark,
    text: reduceText(text),
    before: characters.slice(0, Math.max(0, first)).join(''),
    behind: characters.slice(last + 1).join(''),
    sharesBefore: false,
    sharesBehind: false,
  }
}

/** What base64 shows of the value alone when so many bytes stand before it in its group of three. */
function base64Form(mark: string, bytes: Buffer, offset: number): SecretForm {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  const bits = 8 * (offset + bytes.length)
  const own = textForm(mark, encoded.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6)))
  return { ...own, sharesBefore: offset > 0, sharesBehind: bits % 6 > 0 }
}
