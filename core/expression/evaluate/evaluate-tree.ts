import type { BinaryTree, ComprehensionTree, HasTree, LogicTree, MapTree, Tree } from '../parse/tree.ts'
import { elementOf, fieldOf, lookUp, resourceOf } from './access.ts'
import { callFunction } from './call-function.ts'
import { evaluateComprehension } from './comprehension.ts'
import { condition, notBoolean } from './condition.ts'
import type { Frame } from './frame.ts'
import { describeKind, isMap } from './kind.ts'
import { arithmetic, compare, equal, isIn, negate } from './operators.ts'
import { Failure, type Result, type Value } from './value.ts'

/**
 * The value of a node, by CEL's rules over plain JSON. Failures are values; the
 * first node that fails gives its range to the failure. Never throws: the
 * nesting of the tree is bounded when it is parsed, that of values when they
 * are walked.
 *
 * @bufbuild/cel parses, and this evaluates: its planner has no hook to count
 * steps and iterations, overflows the stack in `map` over 5,000 elements, fails
 * on data with a key `constructor`, and counts hours in the local time zone.
 */
export function evaluateTree(tree: Tree, frame: Frame): Result {
  const result = frame.budget.spend(1) ?? resultOf(tree, frame)
  if (result instanceof Failure) result.range ??= tree.range
  return result
}

function resultOf(tree: Tree, frame: Frame): Result {
  switch (tree.kind) {
    case 'literal':
      return tree.value
    case 'name':
      return lookUp(tree.name, frame)
    case 'select': {
      const operand = evaluateTree(tree.operand, frame)
      return operand instanceof Failure ? operand : fieldOf(operand, tree.field, tree.operand)
    }
    case 'index': {
      const operand = evaluateTree(tree.operand, frame)
      if (operand instanceof Failure) return operand
      const index = evaluateTree(tree.index, frame)
      return index instanceof Failure ? index : elementOf(operand, index, tree.operand)
    }
    case 'has':
      return has(tree, frame)
    case 'unary': {
      const operand = evaluateTree(tree.operand, frame)
      if (operand instanceof Failure) return operand
      return tree.operator === '-'
        ? negate(operand)
        : typeof operand === 'boolean'
          ? !operand
          : notBoolean('!', operand)
    }
    case 'binary':
      return binary(tree, frame)
    case 'logic':
      return logic(tree, frame)
    case 'conditional': {
      const chosen = condition(evaluateTree(tree.condition, frame), '?')
      return chosen instanceof Failure ? chosen : evaluateTree(chosen ? tree.whenTrue : tree.whenFalse, frame)
    }
    case 'list':
      return evaluateAll(tree.elements, frame)
    case 'map':
      return mapOf(tree, frame)
    case 'call': {
      const values = evaluateAll(tree.target ? [tree.target, ...tree.arguments] : tree.arguments, frame)
      if (values instanceof Failure) return values
      return tree.name === 'resources' ? resourceOf(values, frame) : callFunction(tree.name, values, frame.budget)
    }
    case 'comprehension':
      return comprehension(tree, frame)
  }
}

export function evaluateAll(trees: readonly Tree[], frame: Frame): Result<readonly Value[]> {
  const values: Value[] = []
  for (const tree of trees) {
    const value = evaluateTree(tree, frame)
    if (value instanceof Failure) return value
    values.push(value)
  }
  return values
}

function has({ operand }: HasTree, frame: Frame): Result {
  if (operand.kind === 'name') {
    const value = lookUp(operand.name, frame)
    return !(value instanceof Failure)
  }
  const owner = evaluateTree(operand.operand, frame)
  if (owner instanceof Failure) return owner
  if (operand.kind === 'select') {
    if (isMap(owner)) return Object.hasOwn(owner, operand.field)
    const value = fieldOf(owner, operand.field, operand.operand)
    return owner === null ? false : value
  }
  const index = evaluateTree(operand.index, frame)
  if (index instanceof Failure) return index
  const value = elementOf(owner, index, operand.operand)
  return value instanceof Failure && value.code === 'WRONG_TYPE' && owner !== null ? value : !(value instanceof Failure)
}

function binary(tree: BinaryTree, frame: Frame): Result {
  const left = evaluateTree(tree.left, frame)
  if (left instanceof Failure) return left
  const right = evaluateTree(tree.right, frame)
  if (right instanceof Failure) return right
  switch (tree.operator) {
    case '==':
      return equal(left, right, frame.budget)
    case '!=': {
      const result = equal(left, right, frame.budget)
      return result instanceof Failure ? result : !result
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(tree.operator, left, right, frame.budget)
    case 'in':
      return isIn(left, right, frame.budget)
    default:
      return arithmetic(tree.operator, left, right, frame.budget)
  }
}

/** From left to right; a side that decides is the answer even if the other one fails (CEL). */
function logic(tree: LogicTree, frame: Frame): Result {
  const deciding = tree.operator === '||'
  const left = condition(evaluateTree(tree.left, frame), tree.operator)
  if (left === deciding || (left instanceof Failure && left.final)) return left
  const right = condition(evaluateTree(tree.right, frame), tree.operator)
  if (right === deciding || (right instanceof Failure && right.final)) return right
  return left instanceof Failure ? left : right
}

function comprehension(tree: ComprehensionTree, frame: Frame): Result {
  const over = evaluateTree(tree.over, frame)
  if (over instanceof Failure) return over
  return evaluateComprehension(tree, over, frame.budget, (part, element) => {
    const variable = { name: tree.variable, value: element, outer: frame.variable }
    return evaluateTree(part, { scope: frame.scope, budget: frame.budget, variable })
  })
}

function mapOf(tree: MapTree, frame: Frame): Result {
  const entries = new Map<string, Value>()
  for (const entry of tree.entries) {
    const key = evaluateTree(entry.key, frame)
    if (key instanceof Failure) return key
    if (typeof key !== 'string')
      return new Failure('WRONG_TYPE', `Map keys must be text, but this is ${describeKind(key)}.`)
    if (entries.has(key)) return new Failure('INVALID_VALUE', `This map has the key "${key.slice(0, 64)}" twice.`)
    if (key === '__proto__') return new Failure('INVALID_VALUE', 'A map cannot have the key `__proto__`.')
    const value = evaluateTree(entry.value, frame)
    if (value instanceof Failure) return value
    entries.set(key, value)
  }
  return Object.fromEntries(entries)
}
