import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { asOperand, type Names, type Translated, toExpression } from './translate.ts'

/** How n8n compares, by its own words of several versions; `a` and `b` are the two sides. */
const operations: { readonly [operation: string]: (a: string, b: string) => string } = {
  equals: (a, b) => `${a} == ${b}`,
  equal: (a, b) => `${a} == ${b}`,
  notEquals: (a, b) => `${a} != ${b}`,
  notEqual: (a, b) => `${a} != ${b}`,
  contains: (a, b) => `${a}.contains(${b})`,
  notContains: (a, b) => `!${a}.contains(${b})`,
  startsWith: (a, b) => `${a}.startsWith(${b})`,
  notStartsWith: (a, b) => `!${a}.startsWith(${b})`,
  endsWith: (a, b) => `${a}.endsWith(${b})`,
  notEndsWith: (a, b) => `!${a}.endsWith(${b})`,
  regex: (a, b) => `${a}.matches(${b})`,
  notRegex: (a, b) => `!${a}.matches(${b})`,
  gt: (a, b) => `${a} > ${b}`,
  larger: (a, b) => `${a} > ${b}`,
  gte: (a, b) => `${a} >= ${b}`,
  largerEqual: (a, b) => `${a} >= ${b}`,
  lt: (a, b) => `${a} < ${b}`,
  smaller: (a, b) => `${a} < ${b}`,
  lte: (a, b) => `${a} <= ${b}`,
  smallerEqual: (a, b) => `${a} <= ${b}`,
  true: (a) => `${a} == true`,
  false: (a) => `${a} == false`,
  empty: (a) => `size(${a}) == 0`,
  isEmpty: (a) => `size(${a}) == 0`,
  notEmpty: (a) => `size(${a}) > 0`,
  isNotEmpty: (a) => `size(${a}) > 0`,
  exists: (a) => (isField(a) ? `has(${a})` : `${a} != null`),
  notExists: (a) => (isField(a) ? `!has(${a})` : `${a} == null`),
}

/** Only a field can be asked for. */
const isField = (operand: string): boolean => /^\w+[.[]/.test(operand)

/** A filter of n8n, of the present version or the first, as one condition. */
export function conditionOf(parameters: JsonObject, names: Names): Translated<string> {
  const { conditions } = parameters
  const kept: string[] = []
  const all = objectOf(conditions)
  const tests = isJsonList(all.conditions) ? all.conditions.map(present) : first(all)
  const parts = tests.map(({ left, right, operation }) => {
    const part = testOf(left, operation, right, names)
    kept.push(...part.kept)
    return part.value
  })
  const isAny = all.combinator === 'or' || parameters.combineOperation === 'any'
  return { value: parts.length === 0 ? 'true' : parts.join(isAny ? ' || ' : ' && '), kept }
}

/** One comparison, by n8n's own word for it. */
export function testOf(left: Json, operation: string, right: Json, names: Names): Translated<string> {
  const [a, b] = [toExpression(left, names), toExpression(right, names)]
  const sides = [asOperand(a.value), asOperand(b.value)] as const
  const write = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  return {
    value: write === undefined ? `${sides[0]} ${operation} ${sides[1]}` : write(...sides),
    kept: [...a.kept, ...b.kept, ...(write === undefined ? [operation] : [])],
  }
}

interface Test {
  readonly left: Json
  readonly right: Json
  readonly operation: string
}

function present(written: Json): Test {
  const test = objectOf(written)
  const { operation } = isJsonObject(test.operator) ? test.operator : {}
  return { left: test.leftValue ?? '', right: test.rightValue ?? '', operation: String(operation ?? 'equals') }
}

/** The first version keeps the tests by the type of what they compare. */
function first(conditions: JsonObject): readonly Test[] {
  return Object.values(conditions).flatMap((tests) =>
    (isJsonList(tests) ? tests : []).filter(isJsonObject).map((test) => ({
      left: test.value1 ?? '',
      right: test.value2 ?? '',
      operation: String(test.operation ?? 'equals'),
    })),
  )
}
