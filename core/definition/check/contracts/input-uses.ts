import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { Tree } from '#core/expression/parse/tree.ts'
import { templateStrings } from '#core/expression/template/template.ts'
import { templateParts } from '#core/expression/template/template-parts.ts'
import type { Step } from '../../definition.ts'
import type { SourcePath } from '../../text/source-index.ts'
import { stepExpressions } from '../step-expressions.ts'

/** A type that a use of a field tells; null where it tells none. */
export type UsedAs = 'number' | 'string' | 'boolean' | 'array' | 'object' | null

/** A use of a field of the input in an expression. */
interface InputUse {
  readonly field: string
  readonly usedAs: UsedAs
  /** `has(input.field)` asks whether the field is there: it may be missing. */
  readonly mayBeMissing: boolean
  /** From the step. */
  readonly path: SourcePath
}

const known = new WeakMap<Step, readonly InputUse[]>()

/** The fields of the input that the expressions of a step use by name; its inner steps have uses of their own. */
export function inputUses(step: Step): readonly InputUse[] {
  const found = known.get(step)
  if (found !== undefined) return found
  const uses = stepExpressions(step).flatMap((one): readonly InputUse[] => {
    if (one.kind === 'expression') return usesIn(one.source, rootTypes[one.expected ?? 'any'], one.path)
    return templateStrings(one.value).flatMap(({ text, path }) => {
      const parts = templateParts(text)
      const isWhole = parts.length === 1
      return parts.flatMap((part) =>
        part.kind === 'expression' ? usesIn(part.source, isWhole ? null : 'string', [...one.path, ...path]) : [],
      )
    })
  })
  known.set(step, uses)
  return uses
}

const rootTypes = {
  boolean: 'boolean',
  number: 'number',
  string: 'string',
  list: 'array',
  seconds: 'number',
  instant: 'string',
  names: null,
  key: null,
  any: null,
} as const

function usesIn(source: string, usedAs: UsedAs, path: SourcePath): readonly InputUse[] {
  const parsed = parseOnce(source)
  if (!parsed.ok) return []
  const uses: InputUse[] = []
  walk(parsed.expression.tree, usedAs, false, (use) => uses.push({ ...use, path }))
  return uses
}

type Found = (use: Omit<InputUse, 'path'>) => void

/** The field of the input that a tree names, or null. */
function fieldOf(tree: Tree): string | null {
  if (tree.kind === 'select' && isInput(tree.operand)) return tree.field
  if (tree.kind !== 'index' || !isInput(tree.operand) || tree.index.kind !== 'literal') return null
  return typeof tree.index.value === 'string' ? tree.index.value : null
}

const isInput = (tree: Tree) => tree.kind === 'name' && tree.name === 'input'

function walk(tree: Tree, usedAs: UsedAs, mayBeMissing: boolean, found: Found): void {
  const field = fieldOf(tree)
  if (field !== null) {
    found({ field, usedAs, mayBeMissing })
    return
  }
  const inside = (one: Tree, type: UsedAs = null) => walk(one, type, mayBeMissing, found)
  switch (tree.kind) {
    case 'select':
      inside(tree.operand, 'object')
      return
    case 'index':
      inside(tree.operand, tree.index.kind === 'literal' && typeof tree.index.value !== 'string' ? 'array' : 'object')
      inside(tree.index)
      return
    case 'has':
      walk(tree.operand, null, true, found)
      return
    case 'unary':
      inside(tree.operand, tree.operator === '!' ? 'boolean' : 'number')
      return
    case 'binary':
      walkBinary(tree, inside)
      return
    case 'logic':
      inside(tree.left, 'boolean')
      inside(tree.right, 'boolean')
      return
    case 'conditional':
      inside(tree.condition, 'boolean')
      inside(tree.whenTrue, usedAs)
      inside(tree.whenFalse, usedAs)
      return
    case 'call':
      if (tree.target !== undefined) inside(tree.target, textCalls.has(tree.name) ? 'string' : null)
      for (const one of tree.arguments) inside(one)
      return
    case 'list':
      for (const one of tree.elements) inside(one)
      return
    case 'map':
      for (const { key, value } of tree.entries) {
        inside(key)
        inside(value)
      }
      return
    case 'comprehension':
      inside(tree.over, 'array')
      // The variable hides the input.
      if (tree.variable === 'input') return
      if (tree.test !== undefined) inside(tree.test, 'boolean')
      if (tree.transform !== undefined) inside(tree.transform)
      return
    default:
      return
  }
}

const textCalls: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'matches'])
const arithmetic: ReadonlySet<string> = new Set(['-', '*', '/', '%', '<', '<=', '>', '>='])

function walkBinary(
  { operator, left, right }: Extract<Tree, { kind: 'binary' }>,
  inside: (tree: Tree, type: UsedAs) => void,
): void {
  if (operator === 'in') {
    inside(left, null)
    inside(right, 'array')
    return
  }
  const numbers = arithmetic.has(operator) ? 'number' : null
  inside(left, literalType(right) ?? numbers)
  inside(right, literalType(left) ?? numbers)
}

function literalType(tree: Tree): UsedAs {
  if (tree.kind !== 'literal' || tree.value === null) return null
  const type = typeof tree.value
  return type === 'bigint' ? 'number' : (type as 'number' | 'string' | 'boolean')
}
