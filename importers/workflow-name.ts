import { withoutDotParts } from '#core/definition/names.ts'
import { isSpelledOut, toLatin } from './latin.ts'

/**
 * The name of another system's workflow here. It depends only on the name there, so that a call by that name gives the
 * same result. Where letters had to be dropped, a hash of the whole name keeps it unique.
 */
export function workflowNameOf(name: string): string {
  const latin = toLatin(name)
  const letters = latin.replace(/[^\w./-]+/g, '_').replace(/^[^A-Za-z]+|_+$/g, '')
  const plain = withoutDotParts(letters.slice(0, 112))
  if (isWritable(latin)) return plain === '' ? 'Imported' : plain
  return `${plain === '' ? 'Workflow' : plain}_${numberOf(name)}`
}

/** Does the new name keep every letter and digit of the old one? */
export const saysAll = (name: string): boolean => isSpelledOut(name, workflowNameOf(name))

const isWritable = (latin: string): boolean => !/[^\p{ASCII}]/u.test(latin.replace(/[^\p{L}\p{N}]+/gu, ''))

/** FNV-1a in 32 bits: short and deterministic. */
function numberOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  return (hash >>> 0).toString(36)
}
