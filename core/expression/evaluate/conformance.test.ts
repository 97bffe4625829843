import { type CelValue, celEnv, isCelError, isCelList, isCelMap, parse, plan } from '@bufbuild/cel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { evaluate } from './evaluate.ts'

/** The library's value as JSON; undefined where JSON cannot hold it. */
function toJson(value: CelValue): Json | undefined {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined
  if (isCelList(value)) {
    const elements = [...value].map(toJson)
    return elements.includes(undefined) ? undefined : (elements as Json[])
  }
  if (isCelMap(value)) {
    const entries = [...value].map(([key, entry]) => [String(key), toJson(entry)] as const)
    return entries.some(([, entry]) => entry === undefined) ? undefined : (Object.fromEntries(entries) as Json)
  }
  return value as Json
}

const leaf = fc.constantFrom(
  '0',
  '1',
  '2',
  '9223372036854775807',
  '""',
  '"a"',
  '"ba"',
  'true',
  'false',
  'null',
  '[]',
  '[1, 2]',
  '["a"]',
  '{"a": 1}',
  'nope',
)

const expression = fc.letrec<{ any: string }>((tie) => {
  const any = tie('any')
  const operator = fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||')
  return {
    any: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.tuple(any, operator, any).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc.tuple(any, any, any).map(([condition, one, other]) => `(${condition} ? ${one} : ${other})`),
      fc.tuple(fc.constantFrom('!', '-'), any).map(([sign, one]) => `(${sign}${one})`),
      fc.tuple(any, fc.constantFrom('0', '1', '1.0', '9', '"a"', '"k"')).map(([one, index]) => `${one}[${index}]`),
      fc.tuple(any, any).map(([one, two]) => `[${one}, ${two}]`),
      any.map((one) => `{"k": ${one}}`),
      any.map((one) => `${one}.a`),
      any.map((one) => `has({"m": [${one}]}.m)`),
      any.map((one) => `size(${one})`),
      fc
        .tuple(any, fc.constantFrom('contains', 'startsWith', 'endsWith', 'matches'), any)
        .map(([one, name, other]) => `${one}.${name}(${other})`),
      fc
        .tuple(
          any,
          fc.constantFrom('exists', 'all', 'exists_one', 'filter', 'map'),
          fc.constantFrom('x', 'x > 1', 'x == "a"', '1 / x == 1'),
        )
        .map(([one, macro, body]) => `${one}.${macro}(x, ${body})`),
    ),
  }
}).any

/**
 * The grammar is the library's; so are the answers, wherever it has one: the
 * evaluator differs only in going on where CEL has no overload (a double with a
 * whole number), in what JSON cannot hold, and in `has` of a key whose value is
 * null: the key is there, as CEL's definition has it. A text is looked for in a
 * text by `in`, which CEL has only for lists and maps.
 */
test('the answers are those of @bufbuild/cel', () => {
  const env = celEnv()
  fc.assert(
    fc.property(expression, (source) => {
      const parsed = parseExpression(source)
      if (!parsed.ok) return
      const theirs = plan(env, parse(source))()
      const ours = evaluate(parsed.expression, { input: null, state: {}, steps: {}, run: null })
      if (isCelError(theirs)) {
        const looksIntoText = source.includes(' in ')
        if (!looksIntoText) expect({ source, ok: ours.ok }).toEqual({ source, ok: false })
      } else {
        const value = toJson(theirs)
        if (value !== undefined) expect({ source, ...ours }).toEqual({ source, ok: true, value })
      }
    }),
    { numRuns: 300 },
  )
})
