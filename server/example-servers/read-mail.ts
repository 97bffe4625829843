/** Header fields of a raw mail by their names in lower case, unfolded. */
export function headersOf(raw: string): ReadonlyMap<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  return new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
  )
}

/** A header field as people read it: words in another encoding (RFC 2047) are decoded as UTF-8. */
export const decodeWords = (field: string): string =>
  field
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    )

/** The part of a raw mail of this media type, decoded; empty when there is none. */
export function partOf(raw: string, type: 'text/plain' | 'text/html'): string {
  const part = raw.split(/\r\n--/).find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? ''
  const end = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, end).toLowerCase(), part.slice(end + 4)]
  if (head.includes('base64')) return Buffer.from(body, 'base64').toString()
  return head.includes('quoted-printable') ? unquoted(body.replace(/=\r\n/g, '')) : body
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
