/** A table; what would break a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

export function code(text: string): string {
  return `\`${text}\``
}

export function codes(texts: readonly string[]): string {
  return texts.map(code).join(' ')
}

/** What the heading of a page is linked by. */
export function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-')
}

export function page(title: string, ...parts: readonly string[]): string {
  const made = 'Made by `npm run docs` from the declarations that the program itself works with. Do not edit it.'
  return `${[`# ${title}`, `_${made}_`, ...parts].join('\n\n')}\n`
}

/** A bound that is whole minutes. */
export function minutes(ms: number): string {
  return `${ms / 60_000} minutes`
}
