import { parse } from '#core/definition/parse.ts'
import type { Drawn } from '../diff/diff-definitions.ts'

/** A text that can be read, as what is compared. */
export function drawn(text: string): Drawn {
  const { definition, layout, groups } = parse(text)
  if (definition === null) throw new Error(`Not readable:\n${text}`)
  return { definition, layout, groups }
}
