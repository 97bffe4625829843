import { suggest } from '../../expression/suggest.ts'
import type { TextRange } from '../../text-range.ts'
import type { QuickFix } from '../problem.ts'

/** The end of a message and its quick fix, when a written name is close to a known one. */
export interface Meant {
  readonly words: string
  readonly fix?: QuickFix
}

export function meant(written: string, known: Iterable<string>, range: TextRange): Meant {
  // A short name is one letter away from too many others.
  const name = written.length < 3 ? undefined : suggest(written, known)
  if (name === undefined) return { words: '' }
  return { words: ` Did you mean ${name}?`, fix: { title: `Change to ${name}`, range, text: plain(name) } }
}

/** A name as a YAML text: quoted unless it is a plain word with no other meaning. */
export function plain(name: string): string {
  const isWord = /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(name) && !/^(true|false|null)$/i.test(name)
  return isWord ? name : JSON.stringify(name)
}
