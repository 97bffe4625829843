import { isSeq, parseDocument } from 'yaml'
import { isLongerThan } from '#core/expression/byte-length.ts'
import { limits } from '#core/limits.ts'

/**
 * Pasted text in the form that `paste_steps` takes: a fragment or a whole workflow unchanged, a list of steps (copied
 * out of a text) under `steps:`. Null for anything else.
 */
export function readFragment(pasted: string): string | null {
  if (isLongerThan(limits.definition.textBytes, pasted)) return null
  if (/^steps[ \t]*:/m.test(pasted)) return pasted
  const lines = pasted.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  if (!/^\s*(#.*\r?\n\s*)*-\s/.test(lines)) return null
  const list = indentFirstLine(lines)
  const document = parseDocument(list, { logLevel: 'silent', uniqueKeys: false })
  if (document.errors.length > 0 || !isSeq(document.contents)) return null
  return `steps:\n${list}\n`
}

/** A selection in a text begins behind the indentation of its first line, while the lines below keep theirs. */
function indentFirstLine(lines: string): string {
  const below = lines.split('\n').slice(1)
  const columns = below
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const column = line.length - line.trimStart().length
      return line.startsWith('- ', column) ? column : column - 2
    })
  const missing = Math.min(...columns)
  const has = lines.length - lines.trimStart().length
  return Number.isFinite(missing) && missing > has ? ' '.repeat(missing - has) + lines : lines
}
