import { isJsonList, isJsonObject, type Json, objectOf } from '#core/json.ts'
import type { SourceRecord } from '../../source-record.ts'
import type { Names } from '../expression/names.ts'
import { compare } from './compare.ts'
import { compareFirst } from './compare-first.ts'
import type { Compared, Comparison } from './comparison.ts'
import { type Operand, operandOf } from './operand.ts'

/** A translated condition of n8n. */
export interface Condition {
  readonly value: string
  /** Expressions and operations that were kept untranslated. */
  readonly kept: readonly string[]
  readonly caveats: readonly string[]
  /** The options of the comparison. */
  readonly options: readonly string[]
}

/** A filter of n8n, of the present versions or the first, as one condition. */
export function conditionOf(given: SourceRecord, names: Names): Condition {
  const conditions = given.at('conditions')
  const isPresent = isJsonList(conditions.peek('conditions'))
  const parts = [...(isPresent ? present(given, names) : first(given, names))]
  const [combinator, old, filter] = [
    conditions.take('combinator'),
    given.take('combineOperation'),
    given.take('combineConditions'),
  ]
  const isAny = isPresent ? combinator === 'or' : old === 'any' || filter === 'OR'
  if (combinator !== undefined && combinator !== 'and' && combinator !== 'or') {
    parts.push({
      value: 'false',
      kept: [],
      caveats: [`\`combinator\` ${JSON.stringify(combinator)} is never true.`],
      options: [],
    })
  }
  // The combinator of the parts says nothing about a single part.
  if (parts.length === 1) {
    conditions.ignore('combinator')
    given.ignore('combineOperation', 'combineConditions')
  }
  const joined = parts
    .map(({ value }) => (parts.length > 1 ? grouped(value, isAny) : value))
    .join(isAny ? ' || ' : ' && ')
  return {
    // Without any test, AND is true and OR is false.
    value: parts.length === 0 ? String(!isAny) : joined,
    kept: parts.flatMap(({ kept }) => kept),
    caveats: [...new Set(parts.flatMap(({ caveats }) => caveats))],
    options: [...new Set(parts.flatMap(({ options }) => options))],
  }
}

/** Adds parentheses where a part stands among others. */
function grouped(condition: string, isAny: boolean): string {
  return (isAny ? /&&|\|\||\?/ : /\|\||\?/).test(condition) ? `(${condition})` : condition
}

/** One test between two values, in the terms of the present versions or the first. */
export function testOf(
  values: readonly [left: Json, right: Json],
  names: Names,
  test: (left: Operand, right: Operand) => Compared,
  operation: string,
): Condition {
  const [left, right] = values.map((value) => operandOf(value, names)) as [Operand, Operand]
  const kept = [...left.kept, ...right.kept]
  const { condition, caveat } = kept.length > 0 ? { condition: null } : test(left, right)
  if (condition !== null) return { value: condition, kept, caveats: caveat === undefined ? [] : [caveat], options: [] }
  return {
    value: `${left.text} ${operation} ${right.text}`,
    kept: kept.length > 0 ? kept : [operation],
    caveats: [],
    options: [],
  }
}

function present(given: SourceRecord, names: Names): readonly Condition[] {
  const conditions = given.at('conditions')
  const { how, options } = optionsOf(given)
  const list = conditions.at('conditions')
  return (list.value as readonly Json[]).map((written, index) => {
    const one = list.at(index)
    one.ignore('id')
    one.settle('leftValue', 'rightValue')
    const operator = one.at('operator')
    operator.ignore('singleValue', 'rightType', 'name')
    const operation = String(operator.take('operation') ?? 'equals')
    const type = String(operator.take('type') ?? 'string')
    if (unary.has(operation)) one.ignore('rightValue')
    if (operation === 'exists' || operation === 'notExists') operator.ignore('type')
    const { leftValue = '', rightValue = '' } = objectOf(written)
    const test = (left: Operand, right: Operand) => compare(left, right, { ...how, type, operation })
    return { ...testOf([leftValue, rightValue], names, test, operation), options }
  })
}

/** Operations without a second value. */
const unary: ReadonlySet<string> = new Set(['exists', 'notExists', 'empty', 'notEmpty', 'true', 'false'])

/** Options of the filter. Some nodes repeat them as their own; the options of the filter are made from those. */
function optionsOf(given: SourceRecord): {
  readonly how: Omit<Comparison, 'type' | 'operation'>
  readonly options: readonly string[]
} {
  const options = given.at('conditions', 'options')
  const isWritten = isJsonObject(options.value)
  options.ignore('leftValue')
  const [caseSensitive, validation, version] = [
    options.take('caseSensitive'),
    options.take('typeValidation'),
    options.take('version'),
  ]
  const how = {
    ignoresCase: isWritten && caseSensitive !== true,
    isLoose: isWritten && validation !== 'strict',
    version: typeof version === 'number' ? version : 1,
  }
  const said = Object.entries({ caseSensitive, typeValidation: validation, version })
  return {
    how,
    options: said.flatMap(([key, value]) => (value === undefined ? [] : [`\`${key}\` ${JSON.stringify(value)}`])),
  }
}

/** The first version groups the tests by the type of the compared values. */
function first(given: SourceRecord, names: Names): readonly Condition[] {
  const conditions = given.at('conditions')
  return Object.entries(objectOf(conditions.value)).flatMap(([type, tests]) =>
    (isJsonList(tests) ? tests : []).flatMap((test, index) => {
      if (!isJsonObject(test)) return []
      const one = conditions.at(type, index)
      return [firstTest(one, { type, left: one.take('value1') }, names)]
    }),
  )
}

/** Defaults of n8n: a file does not contain unchanged values. */
const usual: { readonly [type: string]: { readonly operation: string; readonly value: Json } } = {
  number: { operation: 'smaller', value: 0 },
  boolean: { operation: 'equal', value: false },
  dateTime: { operation: 'after', value: '' },
}
const usualText = { operation: 'equal', value: '' }

/** A test of the first versions: of If, of Filter, or of a rule of Switch. */
export function firstTest(
  given: SourceRecord,
  { type, left }: { readonly type: string; readonly left: Json | undefined },
  names: Names,
): Condition {
  const { operation: usually, value } = (Object.hasOwn(usual, type) ? usual[type] : undefined) ?? usualText
  const operation = String(given.take('operation') ?? usually)
  const right = given.take('value2') ?? value
  return testOf([left ?? value, right], names, (a, b) => compareFirst(a, b, operation, type), operation)
}
