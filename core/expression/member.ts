import { keywords } from './parse/words.ts'

/** Behind a dot only words stand that the language has not taken for itself. */
export function isMemberName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)
}

/** The access to a field behind its value: `.name`, or brackets for a name that is not an identifier. */
export function memberText(name: string): string {
  return isMemberName(name) ? `.${name}` : `[${quotedText(name, '"')}]`
}

/** A text as expressions and scripts both read it, in the quotes wanted. */
export function quotedText(text: string, quote: string): string {
  const double = JSON.stringify(text)
  if (quote === '"') return double
  const inner = double
    .slice(1, -1)
    .replace(/\\[\s\S]|'/g, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))
  return `'${inner}'`
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The content of a quoted text; null if it is not certain, as with escapes that only one of the languages has. */
export function textInQuotes(written: string): string | null {
  const [, prefix, quote, inner] = /^([rR]?)("""|'''|"|')([\s\S]*)\2$/.exec(written) ?? []
  if (quote === undefined || inner === undefined) return null
  if (prefix !== '' || !inner.includes('\\')) return inner
  if (/\\(?!["'\\/nrtbf]|u[0-9a-fA-F]{4})/.test(inner.replaceAll('\\\\', ''))) return null
  return inner.replace(/\\(?:u(\w{4})|([\s\S]))/g, (_, code: string | undefined, one: string) =>
    code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
