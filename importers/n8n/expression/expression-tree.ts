import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { BinaryTree, Tree } from '#core/expression/parse/tree.ts'
import { type Names, segmentsOf, unquoted } from './names.ts'

const text = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`
const path = `(?:\\??\\.[A-Za-z_]\\w*(?!\\w)(?!\\s*\\()|(?:\\?\\.)?\\[\\d+\\]|(?:\\?\\.)?\\[(?:${text})\\])*`
const item = '\\.(?:item|first\\(\\)|last\\(\\))\\.json'
const token = new RegExp(
  [
    '(?<space>\\s+)',
    `\\$json(?!\\w)(?<json>${path})`,
    `\\$input${item}(?<input>${path})`,
    `\\$\\((?<node>${text})\\)${item}(?<of>${path})`,
    `\\$node\\[(?<old>${text})\\]\\.json(?<ofOld>${path})`,
    '(?<id>\\$execution\\.id)',
    '(?<workflow>\\$workflow\\.name)',
    `(?<text>${text})`,
    '`(?<joined>(?:[^`\\\\]|\\\\.)*)`',
    '(?<same>[=!]==)',
    '(?<number>\\d+(?:\\.\\d+)?(?![\\w.]))',
    '(?<nothing>undefined\\b)',
    '(?<key>[A-Za-z_]\\w*(?=\\s*:))',
    '(?<plain>(?:true|false|null)\\b|[=!]=|>=|<=|&&|\\|\\||[-+*/%<>!()?:,\\[\\]{}])',
  ].join('|'),
  'y',
)

/** An expression of n8n as a tree. Printed with the rules of JavaScript, the tree has the meaning of the expression. */
export interface ReadExpression {
  readonly tree: Tree
  /** Offsets of the `==` and `!=` that compare loosely, in the text that the tree was read from. */
  readonly looseAt: readonly number[]
}

/** The tree of a JavaScript expression; null if a part has no certain meaning in CEL. */
export function readExpression(source: string, names: Names): ReadExpression | null {
  const read = celOf(source, names)
  if (read === null) return null
  const parsed = parseOnce(read.cel)
  if (!parsed.ok || mixesComparisons(parsed.expression.tree)) return null
  return { tree: parsed.expression.tree, looseAt: read.loose }
}

/** Whether a token is the `==` or `!=` of JavaScript, which converts before it compares. */
export function isLoose({ left, right }: BinaryTree, { looseAt }: Pick<ReadExpression, 'looseAt'>): boolean {
  return looseAt.some((at) => at > left.range.end - 1 && at < right.range.start)
}

interface Cel {
  readonly cel: string
  readonly loose: readonly number[]
}

function celOf(source: string, names: Names): Cel | null {
  let cel = ''
  let before = ''
  const loose: number[] = []
  const scanner = new RegExp(token)
  while (scanner.lastIndex < source.length) {
    const found = scanner.exec(source)?.groups
    if (found === undefined) return null
    // A word before a colon is a key only at the beginning of an entry.
    if (found.key !== undefined && before !== '{' && before !== ',') {
      if (!/^(?:true|false|null)$/.test(found.key)) return null
    }
    const part = partOf(found, names)
    if (part === null) return null
    if (found.plain === '==' || found.plain === '!=') loose.push(cel.length)
    cel += part
    if (found.space === undefined) before = part
  }
  return { cel: cel.trimEnd(), loose }
}

type Found = { readonly [name: string]: string | undefined }

function partOf(found: Found, names: Names): string | null {
  if (found.space !== undefined) return ' '
  if (found.json !== undefined) return names.json(segmentsOf(found.json))
  if (found.input !== undefined) return names.json(segmentsOf(found.input))
  if (found.node !== undefined) return names.node(unquoted(found.node), segmentsOf(found.of as string))
  if (found.old !== undefined) return names.node(unquoted(found.old), segmentsOf(found.ofOld as string))
  if (found.id !== undefined) return 'run.id'
  if (found.workflow !== undefined) return 'run.workflow'
  if (found.text !== undefined) return JSON.stringify(unquoted(found.text))
  if (found.joined !== undefined) return joined(found.joined, names)
  if (found.same !== undefined) return found.same.slice(0, 2)
  // A number that no double holds exactly would change.
  if (found.number !== undefined) return found.number.length <= 15 ? found.number : null
  if (found.nothing !== undefined) return 'null'
  if (found.key !== undefined) return /^(?:true|false|null)$/.test(found.key) ? found.key : JSON.stringify(found.key)
  return found.plain as string
}

/** A text in backticks: its parts joined with `+`. */
function joined(written: string, names: Names): string | null {
  const parts = written.split(/\$\{([^{}]*)\}/)
  const words = parts.map((part, index) => {
    if (index % 2 === 0) return JSON.stringify(unquoted(`\`${part}\``))
    const inner = celOf(part, names)
    return inner === null || inner.loose.length > 0 ? null : `(${inner.cel.trim()})`
  })
  return words.includes(null) ? null : `(${words.join(' + ')})`
}

/**
 * Mixed comparisons. JavaScript evaluates `<` before `==`, CEL from left to right; only parentheses, which a tree
 * lacks, show the difference.
 */
function mixesComparisons(tree: Tree): boolean {
  const relation = (one: Tree): string | null =>
    one.kind === 'binary' && /^(?:[<>]=?|[=!]=)$/.test(one.operator) ? one.operator : null
  if (relation(tree) !== null && tree.kind === 'binary') {
    if (relation(tree.left) !== null || relation(tree.right) !== null) return true
  }
  return childrenOf(tree).some(mixesComparisons)
}

export function childrenOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'select':
      return [tree.operand]
    case 'index':
      return [tree.operand, tree.index]
    case 'unary':
      return [tree.operand]
    case 'binary':
    case 'logic':
      return [tree.left, tree.right]
    case 'conditional':
      return [tree.condition, tree.whenTrue, tree.whenFalse]
    case 'list':
      return tree.elements
    case 'map':
      return tree.entries.map(({ value }) => value)
    default:
      return []
  }
}
