/** PostgreSQL's text form of an array of texts. */
export function arrayLiteral(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
