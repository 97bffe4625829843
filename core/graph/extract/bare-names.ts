import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { Tree } from '#core/expression/parse/tree.ts'
import { isRootName } from '#core/expression/scope.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { stepsWithin } from '../edits/raw/raw-step.ts'
import { changeSources } from '../edits/rename/expression-places.ts'

/**
 * State fields that a step, or an inner step, reads without `state`: names in expressions that are neither a root nor a
 * variable of an expression or a loop. An expression with a syntax error counts as reading nothing.
 */
export function bareNames(step: JsonObject): readonly string[] {
  const found = new Set<string>()
  addNames(step, new Set(), found)
  return [...found]
}

/** Names that are not looked up in the state. */
const kept: ReadonlySet<string> = new Set(['secrets'])

/** Keys evaluated before there is an item. */
const beforeItems: ReadonlySet<string> = new Set(['when', 'iterate_over', 'while_condition'])

function addNames(step: JsonObject, known: ReadonlySet<string>, found: Set<string>): void {
  const item = step.item_var_name
  const within = typeof item === 'string' ? new Set([...known, item]) : known
  for (const [key, value] of Object.entries(step)) {
    const given = beforeItems.has(key) ? known : within
    changeSources({ [key]: value }, { expression: (source) => addNamesOf(source, given, found), script })
  }
  for (const inner of stepsWithin(step)) if (isJsonObject(inner)) addNames(inner, within, found)
}

/** A script has no bare names. */
const script = (code: string) => code

function addNamesOf(source: string, known: ReadonlySet<string>, found: Set<string>): string {
  const parsed = parseOnce(source)
  if (parsed.ok) for (const name of namesIn(parsed.expression.tree)) if (!known.has(name)) found.add(name)
  return source
}

function namesIn(tree: Tree): readonly string[] {
  if (tree.kind === 'name') return isRootName(tree.name) || kept.has(tree.name) ? [] : [tree.name]
  const names = partsOf(tree).flatMap(namesIn)
  if (tree.kind !== 'comprehension') return names
  // The variable is visible in the parts evaluated per element, not in the list itself.
  const over = new Set(namesIn(tree.over))
  return names.filter((name) => name !== tree.variable || over.has(name))
}

function partsOf(tree: Exclude<Tree, { kind: 'name' }>): readonly Tree[] {
  switch (tree.kind) {
    case 'literal':
      return []
    case 'select':
    case 'has':
    case 'unary':
      return [tree.operand]
    case 'index':
      return [tree.operand, tree.index]
    case 'binary':
    case 'logic':
      return [tree.left, tree.right]
    case 'conditional':
      return [tree.condition, tree.whenTrue, tree.whenFalse]
    case 'call':
      return [...(tree.target === undefined ? [] : [tree.target]), ...tree.arguments]
    case 'list':
      return tree.elements
    case 'map':
      return tree.entries.flatMap(({ key, value }) => [key, value])
    case 'comprehension':
      return [tree.over, tree.test, tree.transform].filter((part) => part !== undefined)
  }
}
