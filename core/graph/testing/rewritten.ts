import { expect } from 'vitest'
import { applySplices } from '#core/definition/text/splice.ts'
import type { JsonObject } from '#core/json.ts'
import { rewrite } from '../text/rewrite/rewrite.ts'
import { openSource, type Source } from '../text/source.ts'

/** The text as it is kept for changes; throws where it cannot be. */
export function openText(text: string): Source {
  const source = openSource(text)
  if (!source.ok) throw new Error(`${source.message}\n${text}`)
  return source
}

/** What becomes of the text when it is to say `wanted`; throws where it cannot. */
export function rewritten(text: string, wanted: JsonObject): string {
  const result = rewrite(openText(text), wanted)
  if (!result.ok) throw new Error(`${result.message}\n${text}`)
  expect(result.source.value).toEqual(wanted)
  expect(applySplices(text, result.splices)).toBe(result.source.text)
  return result.source.text
}
