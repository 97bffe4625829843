import { applyEdit } from '#core/graph/apply-edit.ts'
import type { Analysis } from '../analysis/analysis-work.ts'

/** The text with another `workflow_type` and nothing else changed. */
export function withName(text: string, name: string, { nameRange }: Pick<Analysis, 'nameRange'>): string {
  if (nameRange.end === 0) return `workflow_type: ${nameScalar(name)}\n${text}`
  return `${text.slice(0, nameRange.start)}${nameScalar(name)}${text.slice(nameRange.end)}`
}

/** A workflow name as YAML: plain, except for the few words that YAML does not read as text. */
export function nameScalar(name: string): string {
  return /^(true|false|null|yes|no|on|off|y|n)$/i.test(name) ? `"${name}"` : name
}

/** The text with another title, or without one; a broken text stays as it is. */
export function withTitle(text: string, title: string | undefined): string {
  const edited = applyEdit(text, { type: 'set_workflow_field', path: ['title'], value: title })
  return edited.ok ? edited.text : text
}
