import type { ComprehensionTree, Tree } from '../parse/tree.ts'
import type { Budget } from './budget.ts'
import { condition } from './condition.ts'
import { describeKind, isList, isMap } from './kind.ts'
import { keysOf } from './operators.ts'
import { Failure, type Result, type Value } from './value.ts'

/** Evaluates a part of the comprehension with its variable set to one element. */
type EvaluatePart = (part: Tree, element: Value) => Result

/**
 * `exists`, `all`, `exists_one`, `map` and `filter`, over a list or the keys of
 * a map. Each element costs one iteration of the budget that the whole
 * evaluation shares.
 */
export function evaluateComprehension(tree: ComprehensionTree, over: Value, budget: Budget, at: EvaluatePart): Result {
  const elements = isList(over) ? over : isMap(over) ? keysOf(over, budget) : undefined
  if (elements instanceof Failure) return elements
  if (!elements) {
    return new Failure('WRONG_TYPE', `Only a list or a map can be iterated, but this is ${describeKind(over)}.`)
  }
  switch (tree.macro) {
    case 'exists':
      return any(tree, elements, budget, at, true)
    case 'all':
      return any(tree, elements, budget, at, false)
    case 'exists_one':
      return exactlyOne(tree, elements, budget, at)
    case 'collect':
      return collect(tree, elements, budget, at)
  }
}

/** Looks for an element whose test gives `wanted`; a failure counts only if there is none (CEL). */
function any(
  tree: ComprehensionTree,
  elements: readonly Value[],
  budget: Budget,
  at: EvaluatePart,
  wanted: boolean,
): Result<boolean> {
  let failure: Failure | undefined
  for (const element of elements) {
    const result = budget.iterate() ?? test(tree, element, at)
    if (result instanceof Failure) {
      if (result.final) return result
      failure ??= result
    } else if (result === wanted) {
      return wanted
    }
  }
  return failure ?? !wanted
}

function exactlyOne(
  tree: ComprehensionTree,
  elements: readonly Value[],
  budget: Budget,
  at: EvaluatePart,
): Result<boolean> {
  let found = 0
  for (const element of elements) {
    const result = budget.iterate() ?? test(tree, element, at)
    if (result instanceof Failure) return result
    if (result) found++
  }
  return found === 1
}

function collect(tree: ComprehensionTree, elements: readonly Value[], budget: Budget, at: EvaluatePart): Result {
  const collected: Value[] = []
  for (const element of elements) {
    const wanted = budget.iterate() ?? (tree.test ? test(tree, element, at) : true)
    if (wanted instanceof Failure) return wanted
    if (!wanted) continue
    const value = at(tree.transform as Tree, element)
    if (value instanceof Failure) return value
    collected.push(value)
  }
  return collected
}

function test(tree: ComprehensionTree, element: Value, at: EvaluatePart): Result<boolean> {
  const part = tree.test as Tree
  const result = condition(at(part, element), 'test')
  if (result instanceof Failure) result.range ??= part.range
  return result
}
