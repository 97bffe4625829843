/** A text whose steps name other connections: each key of `names` is replaced by its value. */
export function withConnections(text: string, names: Readonly<Record<string, string>>): string {
  return text.replace(/^(\s*connection: )(\w+)$/gm, (line, key: string, name: string) =>
    Object.hasOwn(names, name) ? `${key}${names[name]}` : line,
  )
}
