import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Json, JsonObject } from '#core/json.ts'
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

it('no key disappears without a word, wherever it stands', () => {
  const base: Json = {
    name: 'All',
    on: { workflow_dispatch: { inputs: { a: { type: 'string' } } }, workflow_call: { outputs: { o: { value: 'x' } } } },
    jobs: {
      one: { 'runs-on': 'x', strategy: { matrix: { os: ['a'] } }, steps: [{ run: 'a' }, { uses: 'b/c@v1' }] },
      two: { needs: 'one', uses: './.github/workflows/two.yml' },
    },
  }
  const open = [
    [],
    ['on', 'workflow_dispatch'],
    ['on', 'workflow_dispatch', 'inputs', 'a'],
    ['on', 'workflow_call'],
    ['on', 'workflow_call', 'outputs', 'o'],
    ['jobs', 'one'],
    ['jobs', 'one', 'strategy'],
    ['jobs', 'one', 'steps', 0],
    ['jobs', 'one', 'steps', 1],
    ['jobs', 'two'],
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...open),
      fc.stringMatching(/^[a-z]{3,8}-[a-z]{3,8}$/),
      fc.jsonValue(),
      (path, key, value) => {
        const file = structuredClone(base) as JsonObject
        const place = path.reduce<Json>((at, part) => (at as { readonly [key: string]: Json })[part] as Json, file)
        Object.assign(place as object, { [key]: value })
        const converted = convertActions(file)
        if (!converted.ok) throw new Error(converted.message)
        const lost = converted.notes.filter((note) => note.fate === 'lost' && note.message.includes(`${key}\``))
        expect(lost).toHaveLength(1)
        const said = parse(converted.text).problems.some((problem) => problem.message.includes(`${key}\``))
        expect(said).toBe(true)
      },
    ),
  )
})
