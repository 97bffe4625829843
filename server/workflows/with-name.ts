import type { Analysis } from './analyse-text.ts'

/** The text with another `workflow_type` and nothing else changed. */
export function withName(text: string, name: string, { nameRange }: Pick<Analysis, 'nameRange'>): string {
  if (nameRange.end === 0) return `workflow_type: ${name}\n${text}`
  return `${text.slice(0, nameRange.start)}${name}${text.slice(nameRange.end)}`
}
