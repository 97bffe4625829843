import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyType, listType, numberType, objectType, type ScopeTypes, stringType } from '../check/types.ts'
import { expressionCompletions } from './expression-completions.ts'

const item = objectType({ sku: stringType, quantity: numberType }, undefined)
const types: ScopeTypes = {
  input: objectType(
    { amount: numberType, customer: stringType, items: listType(item), 'first name': stringType },
    undefined,
  ),
  state: objectType({ risk_score: numberType, 'a b': numberType }, anyType),
  steps: objectType({ 'a-b': objectType({ output: item }, undefined) }, undefined),
  run: objectType({}, undefined),
}

/** The labels offered at the `|` of a text. */
function offers(marked: string, scope = types): readonly string[] {
  const cursor = marked.indexOf('|')
  return expressionCompletions(marked.replace('|', ''), cursor, scope).map(({ label }) => label)
}

test('names, fields of state and functions where a value begins', () => {
  expect(offers('|')).toEqual(
    expect.arrayContaining(['input', 'state', 'steps', 'run', 'risk_score', 'size', 'timestamp']),
  )
  expect(offers('|')).not.toContain('item')
  expect(offers('|')).not.toContain('a b')
  expect(offers('|', { ...types, item, names: { order: item } })).toEqual(expect.arrayContaining(['item', 'order']))
  expect(offers('ri|')).toEqual(['risk_score'])
  expect(offers('ri|', { ...types, state: anyType })).toEqual([])
  expect(offers('1 + ST|')).toEqual(['state', 'steps', 'string'])
  expect(offers('not |')).toContain('input')
  expect(offers('no|')).toEqual([])
  expect(offers('no|', { ...types, world: true })).toEqual(['now'])
})

test('fields and functions of the value before the dot', () => {
  expect(offers('input.|')).toEqual([
    'amount',
    'customer',
    'items',
    'first name',
    'size',
    'exists',
    'all',
    'exists_one',
    'filter',
    'map',
  ])
  expect(offers('1 + (input.am|')).toEqual(['amount'])
  expect(offers('input.customer.s|')).toEqual(['size', 'startsWith', 'split'])
  expect(offers('input.amount.|')).toEqual([])
  expect(offers('"a".l|')).toEqual(['lowerAscii'])
  expect(offers('input.items[0].|')).toEqual(expect.arrayContaining(['sku', 'quantity']))
  expect(offers('input["items"].|')).toContain('join')
  expect(offers('size(input).|')).toEqual([])
  expect(offers('("a" + "b").t|')).toEqual(['trim'])
  expect(offers('steps["a-b"].output.q|')).toEqual(['quantity'])
  expect(offers('timestamp("x").get|')).toHaveLength(10)
  expect(offers('state.x.contai|')).toEqual(['contains'])
  expect(offers('.|')).toContain('contains')
  expect(offers('(.|')).toContain('contains')
  expect(offers('f(.a.|')).toContain('contains')
})

test('the variables of loops around the cursor', () => {
  expect(offers('input.items.exists(i, i.|')).toEqual(expect.arrayContaining(['sku', 'quantity']))
  expect(offers('input.items.exists(it, it|')).toContain('it')
  expect(offers('input.items.filter(i, true).map(j, j.s|')).toEqual(expect.arrayContaining(['sku']))
  expect(offers('[input.items].map(x, x.map(y, y.q|')).toEqual(['quantity'])
  expect(offers('input.map(k, k.tri|')).toEqual(['trim'])
  expect(offers('state.map(k, k.tri|')).toEqual(['trim'])
  expect(offers('zzz.map(k, k.tri|')).toEqual(['trim'])
  expect(offers('input.items.exists(i, i.sku == "a") && i.|')).toContain('contains')
  expect(offers('input.items.exists(1, |')).not.toContain('i')
  expect(offers('foo(i, |')).not.toContain('i')
  expect(offers('(i, |')).not.toContain('i')
})

test('nothing within a text, after a number, or where an operator comes next', () => {
  for (const text of ['"in|', '"a"|', '1|', '1 |', 'input |', 'f(a) |'])
    expect({ text, offers: offers(text) }).toEqual({ text, offers: [] })
})

test('fields within the quotes of a bracket', () => {
  expect(offers('input["|')).toEqual(['amount', 'customer', 'items', 'first name'])
  expect(offers("1 + input['FIRST n|']")).toEqual(['first name'])
  expect(offers('input.items.exists(i, i["|"])')).toEqual(['sku', 'quantity'])
  expect(offers('steps["|')).toEqual(['a-b'])
  for (const text of ['input["a\\\\|', 'input["""|', '["|', 'input.customer["|']) {
    expect({ text, offers: offers(text) }).toEqual({ text, offers: [] })
  }
})

test('what is inserted replaces the word at the cursor', () => {
  const complete = (marked: string) => {
    const cursor = marked.indexOf('|')
    const source = marked.replace('|', '')
    const [first] = expressionCompletions(source, cursor, types)
    return first && source.slice(0, first.start) + first.text + source.slice(cursor)
  }
  expect(complete('input.am|')).toBe('input.amount')
  expect(complete('input.first|')).toBe('input["first name"]')
  expect(complete('input["first|')).toBe('input["first name"]')
  expect(complete('input["first n|] + 1')).toBe('input["first name"] + 1')
  expect(complete("input['am|']")).toBe("input['amount']")
  expect(complete('input.customer.star|')).toBe('input.customer.startsWith(')
  expect(complete('input.customer.tr|')).toBe('input.customer.trim()')
  expect(complete('input.items.exi|')).toBe('input.items.exists(x, ')
  expect(expressionCompletions('input.am', 8, types)).toEqual([
    { label: 'amount', kind: 'field', detail: 'number', text: 'amount', start: 6 },
  ])
})

test('whatever the text is, the answer is a list', () => {
  const word = fc.constantFrom('input', '.', '[', ']', '(', ')', ',', 'i', '"', '1', '.map(', '&&', ' ', '{')
  fc.assert(
    fc.property(fc.array(word), fc.nat(), (words, at) => {
      const source = words.join('')
      expect(Array.isArray(expressionCompletions(source, at % (source.length + 1), types))).toBe(true)
    }),
  )
})
