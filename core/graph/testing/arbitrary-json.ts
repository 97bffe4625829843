import fc from 'fast-check'
import type { Json, JsonObject } from '#core/json.ts'
import { anyText } from '#core/testing/any-text.ts'

const word = fc.constantFrom(
  'a',
  'amount',
  'state.x >= 40',
  '{{ input.a }}',
  "it's",
  'say "hi"',
  'yes: no',
  'a #b',
  '- x',
  '12',
  'true',
  '',
  'null',
  'x, y',
  '[z]',
  'Ünï ☃',
  'tab\there',
  ' lead',
  'trail ',
  'two  spaces and more words',
  '@at',
  '%p',
  '#',
  ':',
  '!t',
  '&a',
  '*b',
  '|',
  '>',
  '\u0007',
)
const lines = fc
  .array(fc.constantFrom('first line', 'if (x) {', '  indented', '', '# no comment', 'last'), {
    minLength: 2,
    maxLength: 4,
  })
  .map((all) => all.join('\n'))
export const arbitraryString: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: lines },
  { weight: 1, arbitrary: lines.map((text) => `${text}\n`) },
  { weight: 1, arbitrary: anyText(6) },
)

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'with', 'type', 'max_attempts', 'layout', 'x-y') },
  { weight: 1, arbitrary: arbitraryString.filter((text) => text !== '__proto__') },
)
const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(arbitraryString, fc.integer(), fc.constantFrom(0.5, 1e21, -3, 1000), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
export const arbitraryObject: fc.Arbitrary<JsonObject> = fc.dictionary(key, tree, {
  minKeys: 1,
  maxKeys: 5,
  noNullPrototype: true,
})
export const arbitraryStyle: fc.Arbitrary<number[]> = fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 })
