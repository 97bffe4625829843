import { withoutDotParts, workflowName } from '#core/definition/names.ts'

/** What a workflow could be called instead of what was typed: null where that is a name (or nothing yet), empty where nothing is left of it. */
export function possibleName(typed: string): string | null {
  const name = typed.trim()
  if (name === '' || workflowName.test(name)) return null
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '')
  const plain = letters
    .replace(/[^\w./-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '')
  return withoutDotParts(plain)
}
