/** The meaning of `$json` and `$('Node')` as an expression of Heddle; null if the meaning is not certain. */
export interface Names {
  json(path: readonly string[]): string | null
  node(name: string, path: readonly string[]): string | null
}

const text = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`
const segment = new RegExp(`\\.(?<field>[A-Za-z_]\\w*)|\\[(?:(?<index>\\d+)|(?<key>${text}))\\]`, 'g')

/** `.a["b c"][0]` as `a`, `b c` and `[0]`. */
export function segmentsOf(written: string): readonly string[] {
  return [...written.matchAll(segment)].map((found) => {
    const { index, key, field } = found.groups as { readonly [part: string]: string | undefined }
    if (index !== undefined) return `[${index}]`
    return key === undefined ? (field as string) : unquoted(key)
  })
}

const escapes: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }

/** The content of a text of JavaScript, without its quotes and escapes. */
export function unquoted(written: string): string {
  return written
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g, (_, long, short, letter) => {
      const code = long ?? short
      return code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16))
    })
}
