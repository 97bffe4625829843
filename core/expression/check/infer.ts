import type { TextRange } from '../../text-range.ts'
import { type ArgumentKind, type FunctionSpec, findFunction } from '../functions.ts'
import type { BinaryTree, CallTree, ComprehensionTree, HasTree, MapTree, SelectTree, Tree } from '../parse/tree.ts'
import { isRootName, rootNames } from '../scope.ts'
import { suggest } from '../suggest.ts'
import type { ExpressionProblem, ExpressionProblemCode } from './expression-problem.ts'
import { arithmeticResult, isOrdered, neverEqual } from './infer-operator.ts'
import { fieldTypes, knownFields, mayBe, own } from './type-access.ts'
import type { ScopeTypes, ValueType } from './types.ts'
import * as types from './types.ts'

const { anyType, booleanType, numberType, stringType, alternatives, listType, objectType, unionType, withArticle } =
  types

/** The type of each argument kind of the table of functions. */
const accepts: Readonly<Record<ArgumentKind, readonly ValueType['kind'][] | undefined>> = {
  any: undefined,
  string: ['string'],
  number: ['number'],
  countable: ['string', 'list', 'object'],
  list: ['list'],
  time: ['timestamp', 'duration'],
}

const results: Readonly<Record<FunctionSpec['result'], ValueType>> = {
  any: anyType,
  boolean: booleanType,
  number: numberType,
  string: stringType,
  'list of strings': listType(stringType),
  timestamp: { kind: 'timestamp' },
  duration: { kind: 'duration' },
  resource: objectType(
    { id: stringType, free: booleanType, holders: listType(stringType), waiting: numberType },
    undefined,
  ),
}

/** Names that people expect and that are kept out of expressions. */
const kept: Readonly<Record<string, string>> = {
  secrets: 'Secrets are not available in expressions, only in steps that call other systems.',
}

const onlyInConditions = (name: string) => `\`${name}\` is only available in the conditions of an envelope.`

interface Variable {
  readonly name: string
  readonly type: ValueType
  readonly outer: Variable | undefined
}

/**
 * Infers the type of a tree and collects what is certainly wrong, or probably
 * misspelt (a warning). Where a value may be of several types, all of them must
 * fail; of `any` nothing is said.
 */
export class Inference {
  readonly problems: ExpressionProblem[] = []
  readonly #types: ScopeTypes

  constructor(scope: ScopeTypes) {
    this.#types = scope
  }

  infer(tree: Tree, variable?: Variable): ValueType {
    switch (tree.kind) {
      case 'literal':
        return typeof tree.value === 'bigint' ? numberType : types.typeOfJson(tree.value)
      case 'name':
        return this.#name(tree.name, tree.range, variable)
      case 'select':
        return this.#field(this.infer(tree.operand, variable), tree.field, tree.fieldRange, tree.range)
      case 'index':
        return this.#element(this.infer(tree.operand, variable), tree, variable)
      case 'has':
        return this.#has(tree, variable)
      case 'unary':
        return this.#operand(tree.operand, tree.operator === '!' ? 'boolean' : 'number', tree.operator, variable)
      case 'binary':
        return this.#binary(tree, variable)
      case 'logic':
        this.#operand(tree.left, 'boolean', tree.operator, variable)
        return this.#operand(tree.right, 'boolean', tree.operator, variable)
      case 'conditional':
        this.#operand(tree.condition, 'boolean', '?', variable)
        return unionType([this.infer(tree.whenTrue, variable), this.infer(tree.whenFalse, variable)])
      case 'list':
        return listType(unionType(tree.elements.map((element) => this.infer(element, variable))))
      case 'map':
        return this.#map(tree, variable)
      case 'call':
        return this.#call(tree, variable)
      case 'comprehension':
        return this.#comprehension(tree, variable)
    }
  }

  report(
    code: ExpressionProblemCode,
    message: string,
    range: TextRange,
    more: { severity?: 'warning'; fix?: string | undefined } = {},
  ): void {
    const fix = more.fix === undefined ? {} : { fix: { range, text: more.fix } }
    const advice = more.fix === undefined ? '' : ` Did you mean \`${more.fix}\`?`
    this.problems.push({ code, message: message + advice, range, severity: more.severity ?? 'error', ...fix })
  }

  #name(name: string, range: TextRange, variable: Variable | undefined): ValueType {
    for (let one = variable; one; one = one.outer) if (one.name === name) return one.type
    if (isRootName(name)) {
      const type = this.#types[name]
      if (type) return type
      this.report('NAME_NOT_FOUND', `\`${name}\` is only available inside a step that iterates over a list.`, range)
      return anyType
    }
    if (name === 'now' && this.#types.world) return { kind: 'timestamp' }
    const { names = {}, state } = this.#types
    const fields = state.kind === 'object' ? state.fields : {}
    const declared = own(names, name) ?? own(fields, name)
    if (declared) return declared
    const other = own(kept, name)
    if (other) {
      this.report('NAME_NOT_FOUND', `There is no \`${name}\` here. ${other}`, range)
      return anyType
    }
    const fix = suggest(name, [...rootNames, ...Object.keys(names), ...Object.keys(fields)])
    const closed = state.kind === 'object' && state.others === undefined
    if (closed) {
      this.report(
        'NAME_NOT_FOUND',
        `There is no \`${name}\`. Available: ${rootNames.join(', ')} and the fields of state.`,
        range,
        { fix },
      )
    } else if (fix !== undefined) {
      this.report('NAME_NOT_FOUND', `\`${name}\` is not declared.`, range, { fix, severity: 'warning' })
    }
    return (state.kind === 'object' && state.others) || anyType
  }

  /** The type of a field; reports one that no alternative of the owner has. */
  #field(owner: ValueType, field: string, range: TextRange, whole: TextRange): ValueType {
    const found = alternatives(owner).flatMap((one) => fieldTypes(one, field))
    const why = owner.kind === 'object' && owner.absent !== undefined ? own(owner.absent, field) : undefined
    if (why !== undefined) this.report('FIELD_ABSENT', why, range, { severity: 'warning' })
    if (found.length > 0) {
      const [only] = alternatives(owner).filter((one) => one.kind !== 'null')
      if (only?.kind === 'object' && alternatives(owner).length <= 2 && !own(only.fields, field)) {
        const fix = suggest(field, Object.keys(only.fields))
        if (fix !== undefined) {
          this.report('FIELD_NOT_FOUND', `The field \`${field}\` is not declared.`, range, {
            fix,
            severity: 'warning',
          })
        }
      }
      return unionType(found)
    }
    if (!mayBe(owner, ['object'])) {
      this.report('WRONG_TYPE', `This is ${withArticle(owner)}, so it has no field \`${field}\`.`, whole)
    } else {
      const known = knownFields(owner)
      const fix = suggest(field, known)
      const list = fix === undefined && known.length > 0 ? ` Fields: ${known.slice(0, 10).join(', ')}.` : ''
      this.report('FIELD_NOT_FOUND', `There is no field \`${field}\`.${list}`, range, { fix })
    }
    return anyType
  }

  #element(
    owner: ValueType,
    { index, operand, range }: Tree & { kind: 'index' },
    variable: Variable | undefined,
  ): ValueType {
    const indexType = this.infer(index, variable)
    if (
      index.kind === 'literal' &&
      typeof index.value === 'string' &&
      alternatives(owner).every((one) => one.kind !== 'list')
    ) {
      return this.#field(owner, index.value, index.range, range)
    }
    const found = alternatives(owner).flatMap((one): ValueType[] => {
      if (one.kind === 'any') return [anyType]
      if (one.kind === 'list') return mayBe(indexType, ['number']) ? [one.element] : []
      return one.kind === 'object' && mayBe(indexType, ['string']) ? [anyType] : []
    })
    if (found.length > 0) return unionType(found)
    if (mayBe(owner, ['list'])) {
      this.report('WRONG_TYPE', `A list index must be a number, but this is ${withArticle(indexType)}.`, index.range)
    } else if (mayBe(owner, ['object'])) {
      this.report('WRONG_TYPE', `A map key must be text, but this is ${withArticle(indexType)}.`, index.range)
    } else {
      this.report('WRONG_TYPE', `This is ${withArticle(owner)}, so it has no elements.`, operand.range)
    }
    return anyType
  }

  #has({ operand, range }: HasTree, variable: Variable | undefined): ValueType {
    if (operand.kind === 'name') return booleanType
    const owner = this.infer(operand.operand, variable)
    const field = fieldAsked(operand)
    if (operand.kind === 'index') this.infer(operand.index, variable)
    if (
      field &&
      alternatives(owner).every((one) => one.kind === 'object' && fieldTypes(one, field.name).length === 0)
    ) {
      const fix = suggest(field.name, knownFields(owner))
      const message = `This is always false: there is no field \`${field.name}\`.`
      this.report('ALWAYS_THE_SAME', message, fix === undefined ? range : field.range, { fix, severity: 'warning' })
    }
    return booleanType
  }

  /** Infers a part that must be of a kind, and gives that kind back. */
  #operand(tree: Tree, kind: 'boolean' | 'number', operator: string, variable: Variable | undefined): ValueType {
    const type = this.infer(tree, variable)
    if (!mayBe(type, [kind])) {
      const needed = kind === 'boolean' ? 'true or false' : 'a number'
      this.report('WRONG_TYPE', `\`${operator}\` needs ${needed}, but this is ${withArticle(type)}.`, tree.range)
    }
    return { kind }
  }

  #binary(tree: BinaryTree, variable: Variable | undefined): ValueType {
    const left = this.infer(tree.left, variable)
    const right = this.infer(tree.right, variable)
    const { operator } = tree
    switch (operator) {
      case '==':
      case '!=':
        if (neverEqual(left, right)) {
          const answer = operator === '==' ? 'false' : 'true'
          const message = `This is always ${answer}: ${withArticle(left)} never equals ${withArticle(right)}.`
          this.report('ALWAYS_THE_SAME', message, tree.range, { severity: 'warning' })
        }
        return booleanType
      case 'in':
        if (!mayBe(right, mayBe(left, ['string']) ? ['list', 'object', 'string'] : ['list', 'object'])) {
          const message = `\`in\` works with a list, a map or text, but this is ${withArticle(right)}.`
          this.report('WRONG_TYPE', message, tree.right.range)
        }
        return booleanType
      default:
        break
    }
    const found = pairs(left, right).flatMap(([one, other]) => {
      if (operator.length === 1 && !'<>'.includes(operator)) return arithmeticResult(operator, one, other) ?? []
      return isOrdered(one, other) ? booleanType : []
    })
    if (found.length > 0) return unionType(found)
    const advice =
      operator === '+' && (mayBe(left, ['string']) || mayBe(right, ['string']))
        ? ' Wrap the value that is not text in `string(…)`.'
        : ''
    this.report(
      'WRONG_TYPE',
      `\`${operator}\` does not work between ${withArticle(left)} and ${withArticle(right)}.${advice}`,
      tree.range,
    )
    return anyType
  }

  #map(tree: MapTree, variable: Variable | undefined): ValueType {
    const fields: [string, ValueType][] = []
    let closed = true
    for (const { key, value } of tree.entries) {
      const keyType = this.infer(key, variable)
      if (!mayBe(keyType, ['string'])) {
        this.report('WRONG_TYPE', `Map keys must be text, but this is ${withArticle(keyType)}.`, key.range)
      }
      const type = this.infer(value, variable)
      if (key.kind === 'literal' && typeof key.value === 'string') fields.push([key.value, type])
      else closed = false
    }
    return objectType(Object.fromEntries(fields), closed ? undefined : anyType)
  }

  #call(tree: CallTree, variable: Variable | undefined): ValueType {
    const spec = findFunction(tree.name, tree.target !== undefined) as FunctionSpec
    if (spec.ofWorld && !this.#types.world) this.report('NAME_NOT_FOUND', onlyInConditions(tree.name), tree.range)
    const expected = [...(spec.target ? [spec.target] : []), ...spec.arguments]
    const given = [...(tree.target ? [tree.target] : []), ...tree.arguments]
    given.forEach((part, index) => {
      const type = this.infer(part, variable)
      const kinds = accepts[expected[index] as ArgumentKind]
      if (!kinds || mayBe(type, kinds)) return
      const needed = kinds.map((kind) => withArticle(wordFor(kind))).join(' or ')
      this.report('WRONG_TYPE', `\`${tree.name}\` needs ${needed}, but this is ${withArticle(type)}.`, part.range)
    })
    return results[spec.result]
  }

  #comprehension(tree: ComprehensionTree, outer: Variable | undefined): ValueType {
    const over = this.infer(tree.over, outer)
    const elements = alternatives(over).flatMap((one): ValueType[] => {
      if (one.kind === 'any') return [anyType]
      return one.kind === 'list' ? [one.element] : one.kind === 'object' ? [stringType] : []
    })
    if (elements.length === 0) {
      this.report(
        'WRONG_TYPE',
        `Only a list or a map can be iterated, but this is ${withArticle(over)}.`,
        tree.over.range,
      )
    }
    const variable = { name: tree.variable, type: unionType(elements), outer }
    if (tree.test) this.#operand(tree.test, 'boolean', 'test', variable)
    return tree.transform ? listType(this.infer(tree.transform, variable)) : booleanType
  }
}

function fieldAsked(operand: SelectTree | (Tree & { kind: 'index' })): { name: string; range: TextRange } | undefined {
  if (operand.kind === 'select') return { name: operand.field, range: operand.fieldRange }
  const { index } = operand
  return index.kind === 'literal' && typeof index.value === 'string'
    ? { name: index.value, range: index.range }
    : undefined
}

function pairs(left: ValueType, right: ValueType): [ValueType, ValueType][] {
  return alternatives(left).flatMap((one) => alternatives(right).map((other): [ValueType, ValueType] => [one, other]))
}

function wordFor(kind: ValueType['kind']): ValueType {
  if (kind === 'list') return listType(anyType)
  return kind === 'object' ? objectType({}, anyType) : ({ kind } as ValueType)
}
