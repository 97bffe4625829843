/** A node of the syntax tree of oxc-parser, read by its kind: the walks look at few of its many kinds. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** TypeScript's wrappers of expressions; all its other nodes are types, which are erased. */
const wrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
])

/** Whether the node is erased before the code runs. */
export function isErased(node: Node): boolean {
  if (node.declare === true || node.importKind === 'type' || node.exportKind === 'type') return true
  return node.type.startsWith('TS') && !wrappers.has(node.type)
}

/** The nodes within a node, in the order of the text. */
export function childrenOf(node: Node): readonly Node[] {
  const found: Node[] = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  return found.filter((each) => !isErased(each))
}

/** An expression without TypeScript's wrappers and parentheses. */
export function unwrapped(node: Node): Node {
  const isWrapper =
    wrappers.has(node.type) || node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression'
  return isWrapper && isNode(node.expression) ? unwrapped(node.expression) : node
}

/** The name that a member expression reads; null where it is computed from other values. */
export function memberName({ computed, property }: Node): string | null {
  if (!isNode(property)) return null
  if (!computed) return String(property.name)
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null
}
