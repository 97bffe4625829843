import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import { convertActions } from './convert-actions.ts'

const inBraces = (source: string) => `\${{ ${source} }}`

it('whatever stands there, it becomes a text that can be read', () => {
  const words = fc.constantFrom(
    'a',
    'b',
    inBraces('inputs.a'),
    inBraces('steps.a.outputs.b'),
    "'",
    '{{',
    'always()',
    '1',
  )
  const step = fc.record(
    { id: words, name: words, run: words, uses: words, if: words, with: fc.dictionary(words, fc.json()) },
    { requiredKeys: [] },
  )
  const job = fc.record(
    {
      needs: fc.array(words),
      if: words,
      uses: words,
      steps: fc.array(step, { maxLength: 3 }),
      strategy: fc.record({ matrix: fc.jsonValue() }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.record({ on: fc.jsonValue(), jobs: fc.dictionary(words, job, { maxKeys: 4 }) }), (value) => {
      const converted = convertActions(value as Json)
      if (converted.ok) expect(parse(converted.text).definition).not.toBeNull()
    }),
  )
  fc.assert(fc.property(fc.jsonValue(), (value) => void convertActions(value as Json)))
})
