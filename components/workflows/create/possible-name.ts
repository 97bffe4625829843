import { withoutDotParts, workflowName } from '#core/definition/names.ts'

/**
 * A valid name close to the typed one: null where the typed name is valid (or empty), an empty string where no valid
 * characters are left.
 */
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
