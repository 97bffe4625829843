import { compare, lowerCase } from './compare.ts'
import type { Syntax } from './syntax.ts'
import { asText, compound, constantOf, notOf, operand, truthOf, type Value } from './value.ts'

/** Translates a path such as `steps.build.outputs.digest`; null where the meaning is not certain. */
export type Meaning = (path: readonly string[]) => Value | null

/** The translation of an expression; null unless the meaning of every part is certain. */
export function writeValue(tree: Syntax, meaning: Meaning): Value | null {
  switch (tree.kind) {
    case 'literal':
      return constantOf(tree.value)
    case 'path':
      return meaning(tree.path)
    case 'call':
      return callOf(
        tree.name,
        tree.given.map((one) => writeValue(one, meaning)),
      )
    case 'not':
      return writeTest(tree, meaning)
    case 'compare': {
      const [left, right] = [writeValue(tree.left, meaning), writeValue(tree.right, meaning)]
      return left && right && compare(tree.operator, left, right)
    }
    case 'logic':
      return chosen(tree, meaning)
  }
}

/** The translation as a condition, where only true or false matters. */
export function writeTest(tree: Syntax, meaning: Meaning): Value | null {
  if (tree.kind === 'not') {
    const truth = writeTest(tree.operand, meaning)
    return truth && notOf(truth)
  }
  if (tree.kind !== 'logic') {
    const value = writeValue(tree, meaning)
    return value && truthOf(value)
  }
  const [left, right] = [writeTest(tree.left, meaning), writeTest(tree.right, meaning)]
  return left && right && both(tree.operator, left, right)
}

/** Two conditions combined; constant ones are left out. */
export function both(operator: '&&' | '||', left: Value, right: Value): Value {
  const decides = operator === '||'
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (one.constant !== undefined) return one.constant === decides ? one : other
  }
  return compound(`${inLogic(left, operator)} ${operator} ${inLogic(right, operator)}`, 'boolean')
}

/** A comparison, or a chain of one operator, needs no parentheses beside `&&` and `||`. */
function inLogic(value: Value, operator: '&&' | '||'): string {
  const other = operator === '&&' ? '||' : '&&'
  return value.code.includes(other) || value.code.includes(' ? ') ? operand(value) : value.code
}

type Logic = Extract<Syntax, { kind: 'logic' }>

/** `a && b` and `a || b` return one of the operands, as in `a && 'yes' || 'no'`. */
function chosen(tree: Logic, meaning: Meaning): Value | null {
  const { operator, left, right } = tree
  if (operator === '||' && left.kind === 'logic' && left.operator === '&&') {
    // Where the first two hold, the value is that of the second.
    return choice(writeTest(left, meaning), writeValue(left.right, meaning), writeValue(right, meaning))
  }
  const [first, second] = [writeValue(left, meaning), writeValue(right, meaning)]
  if (first?.type === 'boolean' && second?.type === 'boolean') return both(operator, first, second)
  const test = first && truthOf(first)
  return operator === '||' ? choice(test, first && known(first), second) : choice(test, second, first)
}

/** Where it holds, it is there. */
const known = (value: Value): Value =>
  value.maybe === undefined || value.maybe.usual ? value : { code: value.maybe.code, type: value.type }

function choice(test: Value | null, whenTrue: Value | null, whenFalse: Value | null): Value | null {
  if (test === null || whenTrue === null || whenFalse === null) return null
  if (test.constant !== undefined) return test.constant === true ? whenTrue : whenFalse
  const code = `${operand(test)} ? ${operand(whenTrue)} : ${operand(whenFalse)}`
  return compound(code, whenTrue.type === whenFalse.type ? whenTrue.type : 'any')
}

const within: ReadonlyMap<string, string> = new Map([
  ['contains', 'contains'],
  ['startswith', 'startsWith'],
  ['endswith', 'endsWith'],
])

/** How things went up to here, where a step runs only if they went well. */
const goneWell: ReadonlyMap<string, boolean> = new Map([
  ['success', true],
  ['always', true],
  ['failure', false],
  ['cancelled', false],
])

function callOf(name: string, given: readonly (Value | null)[]): Value | null {
  const wentWell = goneWell.get(name)
  if (wentWell !== undefined && given.length === 0) return constantOf(wentWell)
  const [whole = null, part = null] = given.map((one) => one && asText(one))
  const called = within.get(name)
  if (called !== undefined && whole !== null && part !== null) {
    return { code: `${lowerCase(whole).code}.${called}(${lowerCase(part).code})`, type: 'boolean' }
  }
  return name === 'fromjson' && typeof whole?.constant === 'string' ? parsed(whole.constant) : null
}

/** `fromJSON('5')` is a number. */
function parsed(text: string): Value | null {
  return /^(?:-?(?:0|[1-9]\d{0,14})|true|false|null)$/.test(text) ? constantOf(JSON.parse(text)) : null
}
