import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { checkSchema, validateJson } from './json-schema.ts'

/** The largest texts and schemas take seconds on a busy machine. */
/** Not as a literal: an object with a key `then` looks like a promise. */
const numberOrText = Object.fromEntries([
  ['if', { type: 'number' }],
  ['then', { minimum: 2 }],
  ['else', { minLength: 2 }],
])
const errors = (schema: JsonSchema, value: Json) =>
  validateJson(schema, value).map(({ path, message }) => `${path}: ${message}`)

describe('a form that was filled in wrongly says so at the field', () => {
  test.each<[JsonSchema, Json, readonly string[]]>([
    [{ type: 'object', required: ['a', 'b'] }, { a: 1 }, ['b: This is required.']],
    [{ properties: { a: { required: ['b'] } } }, { a: {} }, ['a.b: This is required.']],
    [{ items: { properties: { a: { type: 'string' } } } }, [{ a: 'x' }, { a: 1 }], ['1.a: This must be a text.']],
    [{ type: 'number' }, '1', [': This must be a number.']],
    [{ type: ['integer', 'null'] }, 1.5, [': This must be a whole number or null.']],
    [{ type: 'boolean' }, null, [': This must be true or false.']],
    [{ type: 'object' }, [], [': This must be an object with fields.']],
    [{ type: 'array' }, {}, [': This must be a list.']],
    [{ enum: ['a', 1, null] }, 'b', [': This must be one of a, 1, null.']],
    [
      { enum: Array.from({ length: 11 }, (_, index) => index) },
      11,
      [': This must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 ….'],
    ],
    [{ const: true }, false, [': This must be true.']],
    [{ const: { a: [1], b: 2 } }, { b: 2, a: [1] }, []],
    [{ minimum: 2, maximum: 1 }, 1.5, [': This must be at least 2.', ': This must be at most 1.']],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 1 }, 1, [': This must be more than 1.', ': This must be less than 1.']],
    [{ multipleOf: 0.1 }, 0.3, []],
    [{ multipleOf: 0.01 }, 5_000_000.01, []],
    [{ multipleOf: 0.01 }, 0, []],
    [{ multipleOf: 0.01 }, 5_000_000.005, [': This must be a multiple of 0.01.']],
    [{ multipleOf: 1 }, 600_000_000.4, [': This must be a multiple of 1.']],
    [{ multipleOf: 1 }, 1e-12, [': This must be a multiple of 1.']],
    [{ multipleOf: 0.1 }, 0.35, [': This must be a multiple of 0.1.']],
    [{ minLength: 1 }, '', [': This must not be empty.']],
    [{ minLength: 3 }, '😀😀', [': This needs at least 3 characters.']],
    [{ maxLength: 1 }, '😀', []],
    [{ maxLength: 1 }, 'ab', [': This can have up to 1 characters; it has 2.']],
    [{ pattern: '^a+$' }, 'b', [': This must match ^a+$.']],
    [{ format: 'email' }, 'ana', [': This must be a mail address.']],
    [{ minItems: 1 }, [], [': This needs at least 1 item.']],
    [{ minItems: 2, maxItems: 0 }, [1], [': This needs at least 2 items.', ': This can have up to 0 items; it has 1.']],
    [{ uniqueItems: true }, [{ a: 1, b: 2 }, 1, { b: 2, a: 1 }], ['2: This is already in the list.']],
    [{ prefixItems: [true], items: false }, [1, 2], [': This can have up to 1 items; it has 2.']],
    [{ items: false }, [1], [': This can have up to 0 items; it has 1.']],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 'b'], ['1: This must be a number.']],
    [{ contains: { type: 'number' } }, ['a'], [': This needs an item of a certain kind.']],
    [
      { contains: { type: 'number' }, minContains: 2, maxContains: 2 },
      [1],
      [': This needs 2 items of a certain kind.'],
    ],
    [
      { contains: { type: 'number' }, maxContains: 1 },
      [1, 2],
      [': This can have up to 1 items of a certain kind; it has 2.'],
    ],
    [
      { minProperties: 2, maxProperties: 0 },
      { a: 1 },
      [': This needs at least 2 fields.', ': This can have up to 0 fields; it has 1.'],
    ],
    [{ properties: { a: true }, additionalProperties: false }, { b: 1 }, ['b: There is no field b here. Fields: a.']],
    [{ properties: { a: false } }, { a: 1 }, ['a: There is no field a here. Fields: a.']],
    [{ additionalProperties: false }, { b: 1 }, ['b: There is no field b here.']],
    [
      { patternProperties: { '^x': { type: 'number' } }, additionalProperties: { type: 'string' } },
      { x1: 'a', y: 1 },
      ['x1: This must be a number.', 'y: This must be a text.'],
    ],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, ['ab: A field cannot have the name ab.']],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['b: This is required.']],
    [
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      { a: 1, c: 1 },
      ['b: This is required.', 'd: This is required.'],
    ],
    [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, ['b: This is required.']],
    [{ allOf: [{ type: 'number' }, { minimum: 2 }] }, 1, [': This must be at least 2.']],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'a', [': This matches none of the allowed schemas.']],
    [
      { oneOf: [{ type: 'number' }, { minimum: 2 }] },
      3,
      [': This matches more than one schema, but must match exactly one.'],
    ],
    [{ not: { type: 'number' } }, 3, [': This value is not allowed.']],
    [numberOrText, 1, [': This must be at least 2.']],
    [numberOrText, 'a', [': This needs at least 2 characters.']],
    [{ if: { type: 'number' } }, 'a', []],
    [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      ['b: There is no field b here.'],
    ],
    [{ unevaluatedProperties: { type: 'number' } }, { b: 'x' }, ['b: This must be a number.']],
    [{ allOf: [{ prefixItems: [true] }], unevaluatedItems: false }, [1, 2], ['1: There is one item too many.']],
    [{ unevaluatedItems: { type: 'number' } }, ['x'], ['0: This must be a number.']],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'number' } } }, 'x', [': This must be a number.']],
    [
      { $ref: '#a', $defs: { x: { $anchor: 'a', type: 'number' }, y: [{ $dynamicAnchor: 'b' }] } },
      'x',
      [': This must be a number.'],
    ],
    [{ $ref: '#/allOf/0', allOf: [{ type: 'number' }] }, 1, []],
    [{ $ref: '#/nowhere/at/all' }, 1, [': The schema refers to #/nowhere/at/all, which does not exist.']],
    [{ $ref: '#/%zz' }, 1, [': The schema refers to #/%zz, which does not exist.']],
    [{ $ref: 'https://example.com/x' }, 1, [': The schema refers to https://example.com/x, which does not exist.']],
  ])('%j of %j', (schema, value, expected) => {
    expect(errors(schema, value)).toEqual(expected)
  })

  test('a schema may refer to itself', () => {
    const tree = { properties: { left: { $ref: '#' }, value: { type: 'number' } } }
    expect(errors(tree, { left: { left: { value: 'x' } } })).toEqual(['left.left.value: This must be a number.'])
  })

  test('keywords that make no sense demand nothing', () => {
    const schema = {
      type: 'objekt',
      required: 'a',
      properties: [],
      minimum: 'x',
      enum: 1,
      allOf: 1,
      anyOf: 1,
      format: 1,
      pattern: 1,
      dependencies: 1,
      items: 1,
      $ref: 1,
    }
    expect(errors({ ...schema, type: 'object', required: ['a', 1] }, { a: 1 })).toEqual([])
    expect(errors({ ...schema, type: 'string' }, 'a')).toEqual([])
    expect(errors(schema, 1)).toEqual([': This must be objekt.'])
  })
})

describe('formats', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'date',
      ['2024-02-29', '2000-02-29', '2027-12-31'],
      ['2023-02-29', '1900-02-29', '2027-13-01', '2027-04-31', '27-01-01'],
    ],
    ['time', ['09:30:00Z', '09:30:00.5+01:00'], ['09:30', '24:00:00Z']],
    [
      'date-time',
      ['2027-01-31T09:30:00Z', '2027-01-31 09:30:00-05:00'],
      ['2027-01-31', '2027-02-30T09:30:00Z', '2027-01-31T09:30:00'],
    ],
    [
      'email',
      ['ana@example.com', 'a.b+c@x.co'],
      ['ana', 'ana@', '@x.co', 'a..b@x.co', '.a@x.co', 'a.@x.co', 'a b@x.co'],
    ],
    ['uri', ['https://example.com/x?y#z', 'mailto:a@b.co'], ['example.com', 'https://a b', '://x']],
    ['url', ['https://example.com'], ['example']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
    ['ipv4', ['127.0.0.1', '255.255.255.255'], ['256.0.0.1', '1.2.3', '01.2.3.4']],
    ['hostname', ['example.com', 'localhost'], ['-a.com', 'a..b', 'a_b']],
    ['something-else', ['anything'], []],
  ])('%s', (format, right, wrong) => {
    for (const text of right) expect([text, validateJson({ format }, text)]).toEqual([text, []])
    for (const text of wrong) expect([text, validateJson({ format }, text).length]).toEqual([text, 1])
  })

  test('a text that is far too long has no format', () => {
    expect(validateJson({ format: 'email' }, `${'a'.repeat(5_000)}@example.com`)).toHaveLength(1)
  })
})

describe('patterns are matched by RE2, never by the host', () => {
  test.each(['^(a+)+$', '^(a|a)*$', '(.*)*x', '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*$'])(
    '%s ends: backtracking, it would not',
    (pattern) => {
      expect(checkSchema({ pattern })).toBeNull()
      const text = `${'a'.repeat(50_000)}!`
      expect(validateJson({ pattern }, text)).toHaveLength(1)
      expect(validateJson({ patternProperties: { [pattern]: false } }, { [text]: 1 })).toEqual([])
    },
  )

  test.each([
    ['(?=a)', 'look-around'],
    ['(a)\\1', 'back-references'],
    ['[', 'not a valid pattern'],
    [`(${'a{1000}'.repeat(2)}){1000}`, 'not a valid pattern'],
    ['a{3,4000}b{2}', 'not a valid pattern'],
    ['\\pL'.repeat(300), 'not a valid pattern'],
    ['a'.repeat(1_001), '1000 characters'],
  ])('%.30s is refused', (pattern, reason) => {
    expect(checkSchema({ pattern })).toContain(reason)
    expect(checkSchema({ patternProperties: { [pattern]: true } })).toContain(reason)
    expect(validateJson({ pattern }, 'a').map(({ path }) => path)).toEqual([''])
  })

  test('a class of a script is fine', () => {
    expect(validateJson({ pattern: '^\\p{L}+$' }, 'Grüße')).toEqual([])
  })
})

describe('a schema cannot ask for more than the budget', () => {
  const tooLarge = [{ path: '', message: 'This is too large to check against its schema.' }]
  const chain = (keyword: string) => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level): [string, Json] => [
        `d${level}`,
        { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
      ]),
    )
    return { $ref: '#/$defs/d0', $defs: { ...$defs, d40: { type: 'number' } } }
  }

  test.each(['allOf', 'anyOf', 'oneOf'])('a chain of %s that doubles at every link', (keyword) => {
    expect(checkSchema(chain(keyword))).toBeNull()
    expect(validateJson(chain(keyword), 'x')).toEqual(tooLarge)
  })

  test.each<[string, JsonSchema, Json]>([
    ['a reference to itself', { $ref: '#' }, 1],
    [
      'two schemas that refer to each other',
      { $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { $ref: '#/$defs/a' } } },
      1,
    ],
    [
      'a list against a long chain',
      { items: chain('allOf'), $defs: chain('allOf').$defs },
      Array.from({ length: 1_000 }, () => 1),
    ],
    ['contains against a long chain', { contains: { $ref: '#/$defs/d0' }, $defs: chain('anyOf').$defs }, [1, 2]],
    [
      'names against a long chain',
      { propertyNames: { $ref: '#/$defs/d0' }, $defs: chain('anyOf').$defs },
      { a: 1, b: 2 },
    ],
    [
      'properties against a long chain',
      { additionalProperties: { $ref: '#/$defs/d0' }, $defs: chain('anyOf').$defs },
      { a: 1, b: 2 },
    ],
    [
      'a choice of a large value',
      { items: { enum: ['y'.repeat(100_000)] } },
      Array.from({ length: 3_000 }, () => 'x'.repeat(100_000)),
    ],
    [
      'large values that are compared',
      { items: { const: 1 } },
      Array.from({ length: 300 }, () => ['x'.repeat(100_000)]),
    ],
    ['large texts', { items: { maxLength: 1 } }, Array.from({ length: 3_000 }, () => 'x'.repeat(100_000))],
    [
      'large texts that are compared',
      { uniqueItems: true },
      Array.from({ length: 3_000 }, (_, index) => `${index}${'x'.repeat(100_000)}`),
    ],
    [
      'many choices',
      { items: { enum: Array.from({ length: 9_000 }, (_, index) => index) } },
      Array.from({ length: 3_000 }, () => 'x'),
    ],
    [
      'a large pattern on large texts',
      { items: { pattern: '(a{100}b{100}){5}' } },
      Array.from({ length: 200 }, () => 'x'.repeat(100_000)),
    ],
  ])('%s', (_, schema, value) => {
    expect(validateJson(schema, value)).toEqual(tooLarge)
  })

  test('many patterns cost before they are compiled', () => {
    const patternProperties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`${'a'.repeat(990)}${index}`, true]),
    )
    expect(validateJson({ patternProperties }, { a: 1 })).toEqual(tooLarge)
  })

  test('a value or a schema that nests too deep is refused without recursion', () => {
    const deep = (depth: number) => JSON.parse(`${'[['.repeat(depth)}${']]'.repeat(depth)}`)
    expect(validateJson({}, deep(20_000))).toHaveLength(1)
    expect(validateJson({ const: deep(20_000) }, 1)).toHaveLength(1)
    expect(validateJson({}, deep(limits.run.jsonDepth / 2))).toEqual([])
  })

  test('at most fifty errors are told', () => {
    expect(
      validateJson(
        { items: false, prefixItems: Array.from({ length: 100 }, () => ({ type: 'string' })) },
        Array.from({ length: 100 }, () => 1),
      ),
    ).toHaveLength(50)
  })
})

describe('what is no schema', () => {
  test.each<[JsonSchema, string | null]>([
    [{ type: 'objekt' }, 'type must be one of string, number, integer, boolean, object, array, null.'],
    [{ type: ['string', 'number'] }, null],
    [{ enum: 1 }, 'enum must be a list.'],
    [{ required: true }, 'required must be a list of field names.'],
    [{ required: [1] }, 'required must be a list of field names.'],
    [{ minimum: '1' }, 'minimum must be a number.'],
    [{ multipleOf: 0 }, 'multipleOf must be a number above 0.'],
    [{ minLength: -1 }, 'minLength must be a whole number, 0 or higher.'],
    [{ maxItems: 1.5 }, 'maxItems must be a whole number, 0 or higher.'],
    [{ uniqueItems: 1 }, 'uniqueItems must be true or false.'],
    [{ format: 1 }, 'format must be text.'],
    [{ pattern: 1 }, 'pattern must be text.'],
    [{ format: 'email', pattern: '^a' }, null],
    [{ allOf: {} }, 'allOf must be a list.'],
    [{ properties: [] }, 'properties must be a map of schemas.'],
    [{ properties: { a: 1 } }, 'at properties.a, a schema must be a map, or true or false.'],
    [
      { properties: { a: { items: [{ type: 'x' }] } } },
      'at properties.a.items.0, type must be one of string, number, integer, boolean, object, array, null.',
    ],
    [{ anyOf: [true, { not: 1 }] }, 'at anyOf.1.not, a schema must be a map, or true or false.'],
    [{ $ref: 1 }, '$ref must be text.'],
    [{ $ref: '#/$defs/a' }, '$ref points to #/$defs/a, where there is no schema.'],
    [{ $ref: '#/type', type: 'string' }, '$ref points to #/type, where there is no schema.'],
    [{ $ref: '#/$defs/a', $defs: { a: true } }, null],
    [{ $ref: 'other.json' }, '$ref can only point into this schema, such as #/$defs/address. Nothing is fetched.'],
    [{ title: 1, description: {}, default: [], examples: 1, 'x-anything': { type: 'objekt' } }, null],
    [{ const: { type: 'objekt' }, enum: [{ $ref: 'x' }] }, null],
  ])('%j', (schema, reason) => {
    expect(checkSchema(schema)).toBe(reason)
  })

  test('too deep, too large', () => {
    expect(checkSchema(JSON.parse(`${'{"not":'.repeat(70)}{}${'}'.repeat(70)}`))).toBe(
      'It is nested deeper than 64 levels.',
    )
    expect(checkSchema({ anyOf: Array.from({ length: 10_001 }, () => true) })).toBe('It has more than 10000 parts.')
  })
})

/** A part of the official suite, without what refers to other documents. */
describe('the official test suite', () => {
  const folder = new URL('../testing/json-schema-suite/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

  test.each(files)('%s', (name) => {
    for (const { description, schema, tests } of JSON.parse(readFileSync(new URL(name, folder), 'utf8'))) {
      expect([description, checkSchema(schema)]).toEqual([description, null])
      for (const { description: about, data, valid } of tests) {
        expect([description, about, validateJson(schema, data).length === 0]).toEqual([description, about, valid])
      }
    }
  })
})

test('a choice among very many values is read to its end', () => {
  const schema = { enum: Array.from({ length: 130_000 }, (_, index) => index) }
  expect(checkSchema(schema)).toBeNull()
  expect(() => validateJson(schema, 7)).not.toThrow()
})
