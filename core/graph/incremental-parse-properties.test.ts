import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import { type ParseResult, parse } from '#core/definition/parse.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from './apply-edit.ts'
import { decompile } from './decompile.ts'
import type { EditDone } from './edit.ts'
import { chooseEdit } from './testing/arbitrary-edit.ts'
import { arbitraryStyle } from './testing/arbitrary-json.ts'
import { arbitraryWorkflowText } from './testing/arbitrary-workflow.ts'
import { chooseFrom } from './testing/styled-text.ts'

/** Everything that a reading says, places included. */
function said(result: ParseResult) {
  const { definition, layout, problems, source } = result
  const places = pathsIn((definition ?? {}) as unknown as Json).map((path) => [
    path.join('.'),
    source.rangeOf(path),
    source.keyRange(path),
  ])
  const steps = (definition?.steps ?? []).map(({ name }) => source.stepRange(name))
  const positions = Object.keys(layout).map((name) => source.rangeOf(['layout', name]))
  return { definition, layout, problems, places, steps, positions }
}

function pathsIn(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item: Json, index) => pathsIn(item, [...path, index]))]
  if (!isJsonObject(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))]
}

/** Reads texts one after the other, each from what is known of the one before. */
function expectSame(texts: readonly string[]): ParseResult {
  let result: ParseResult | null = null
  for (const text of texts) {
    result = parseIncrementally(text, result)
    expect(said(result)).toEqual(said(parse(text)))
  }
  return result as ParseResult
}

const marks = [
  '\n',
  '  ',
  '- ',
  ': ',
  '#',
  '"',
  "'",
  '{',
  '}',
  '[',
  '|',
  '>',
  'name',
  'steps:\n',
  'next: END\n',
  '---\n',
  '&a ',
  '*a',
  '\t',
]

describe('reading a text again', () => {
  it('says the same as reading it as a whole, whatever the workflow, its style and the edits', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, arbitraryStyle, (text, first, second) => {
        const texts = [text]
        for (const numbers of [first, second]) {
          const last = texts.at(-1) as string
          const { definition, layout } = parse(last)
          if (definition === null) throw new Error(last)
          const edit = chooseEdit(decompile(definition, layout), chooseFrom(numbers))
          const result = edit === null ? null : applyEdit(last, edit)
          if (result?.ok) texts.push(result.text)
        }
        expectSame(texts)
      }),
      { numRuns: samples(30, 120) },
    )
  })

  it('says the same after any piece was cut out and any mark put in', () => {
    const cut = fc.tuple(fc.nat(), fc.nat(30), fc.array(fc.constantFrom(...marks), { maxLength: 3 }))
    fc.assert(
      fc.property(arbitraryWorkflowText, fc.array(cut, { minLength: 1, maxLength: 3 }), (text, cuts) => {
        const texts = [text]
        for (const [at, length, put] of cuts) {
          const last = texts.at(-1) as string
          const start = at % (last.length + 1)
          texts.push(last.slice(0, start) + put.join('') + last.slice(start + length))
        }
        expectSame([...texts, text])
      }),
      { numRuns: samples(75, 300) },
    )
  })

  it('edits the text in pieces as it does the whole, character by character', () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, (text, numbers) => {
        const whole = parse(text)
        if (whole.definition === null) throw new Error(text)
        const edit = chooseEdit(decompile(whole.definition, whole.layout), chooseFrom(numbers))
        if (edit === null) return
        const { parsed, ...inPieces } = applyEdit(text, edit, parseIncrementally(text, null)) as EditDone
        expect(inPieces).toEqual(applyEdit(text, edit, whole))
        if (parsed !== undefined) expect(said(parsed)).toEqual(said(parse(inPieces.text)))
      }),
      { numRuns: samples(50, 200) },
    )
  })

  it('reads most texts in pieces', () => {
    const texts = fc.sample(arbitraryWorkflowText, { numRuns: 100, seed: 1 })
    const inPieces = texts.filter((text) => blocksOf(parseIncrementally(text, null)) !== null)
    expect(inPieces.length).toBeGreaterThan(30)
  })
})
