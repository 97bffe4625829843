import { domainToASCII } from 'node:url'

/** The twelve encodings in which tests search for a secret, written down apart from what takes them out. */
export const encodings: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  'lower case': (value) => value.toLowerCase(),
  'upper case': (value) => value.toUpperCase(),
  'percent-encoded': (value) => encodeURIComponent(value),
  'JSON-escaped': (value) => each(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  base64: (value) => Buffer.from(value).toString('base64'),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'hexadecimal, lower case': (value) => Buffer.from(value).toString('hex'),
  'hexadecimal, upper case': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  reversed: (value) => [...value].reverse().join(''),
  'HTML entities': (value) => each(value, (code) => `&#${code};`),
  'host name of IDNA': (value) => domainToASCII(`${value.replace(/[^\p{L}\p{N}-]/gu, '')}.example`),
}

const each = (value: string, write: (code: number) => string) =>
  Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join('')

/** Names of the encodings in which a text holds the value; a lower-case host name is found in any letter case. */
export function encodingsIn(text: string, value: string): readonly string[] {
  const host = domainToASCII(value.replace(/[^\p{L}\p{N}-]/gu, ''))
  return Object.entries(encodings).flatMap(([name, encode]) => {
    const encoded = name === 'host name of IDNA' ? host : encode(value)
    return encoded !== '' && text.includes(encoded) ? [name] : []
  })
}
