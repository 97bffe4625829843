import { withoutDotParts } from '#core/definition/names.ts'
import { isSpelledOut, toLatin } from './latin.ts'

/**
 * The name that a workflow of another system has here. It depends on nothing but
 * what the workflow is called there, so that a workflow that calls another one by
 * its name gives the same. Where letters had to be left out, a number made of the
 * whole name tells it from others.
 */
export function workflowNameOf(name: string): string {
  const latin = toLatin(name)
  const letters = latin.replace(/[^\w./-]+/g, '_').replace(/^[^A-Za-z]+|_+$/g, '')
  const plain = withoutDotParts(letters.slice(0, 112))
  if (isWritable(latin)) return plain === '' ? 'Imported' : plain
  return `${plain === '' ? 'Workflow' : plain}_${numberOf(name)}`
}

/** Does the name of the workflow say all of what it was called? */
export const saysAll = (name: string): boolean => isSpelledOut(name, workflowNameOf(name))

const isWritable = (latin: string): boolean => !/[^\p{ASCII}]/u.test(latin.replace(/[^\p{L}\p{N}]+/gu, ''))

/** FNV-1a in 32 bits: short, and the same for the same text everywhere. */
function numberOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  return (hash >>> 0).toString(36)
}
