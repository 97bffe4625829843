import { childrenOf, isNode, type Node } from './nodes.ts'

/** The names that a scope declares. */
export interface NameScope {
  readonly names: Set<string>
  readonly parent: NameScope | null
  readonly isFunction: boolean
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const blocks = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'StaticBlock',
])

export const isFunctionNode = ({ type }: Node): boolean => functions.has(type)

/** Whether a scope or a scope around it declares the name. */
export function isDeclared(scope: NameScope | null, name: string): boolean {
  for (let each = scope; each !== null; each = each.parent) if (each.names.has(name)) return true
  return false
}

/** The scope that a node opens: with its parameters and its own declarations; null when it opens none. */
export function openScope(node: Node, parent: NameScope | null): NameScope | null {
  const isFunction = isFunctionNode(node)
  const isClass = node.type === 'ClassExpression' || node.type === 'ClassDeclaration'
  if (!isFunction && !isClass && !blocks.has(node.type) && node.type !== 'Program') return null
  const names = new Set<string>()
  if (isFunction || isClass) namesIn(node.id, names)
  if (isFunction) {
    for (const each of node.params as readonly Node[]) namesIn(each, names)
    hoisted(node.body as Node, names)
  }
  if (node.type === 'Program') hoisted(node, names)
  if (node.type === 'CatchClause') namesIn(node.param, names)
  for (const statement of statementsOf(node)) declare(statement, names)
  return { names, parent, isFunction }
}

function statementsOf(node: Node): readonly Node[] {
  if (node.type === 'SwitchStatement') {
    return (node.cases as readonly Node[]).flatMap((each) => each.consequent as readonly Node[])
  }
  const first = [node.init, node.left].filter(isNode)
  return [...first, ...(Array.isArray(node.body) ? (node.body as readonly Node[]) : [])]
}

function declare(statement: Node, names: Set<string>): void {
  switch (statement.type) {
    case 'VariableDeclaration':
      for (const { id } of statement.declarations as readonly Node[]) namesIn(id, names)
      return
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      namesIn(statement.id, names)
      return
    case 'ImportDeclaration':
      for (const { local } of statement.specifiers as readonly Node[]) namesIn(local, names)
      return
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      if (isNode(statement.declaration)) declare(statement.declaration, names)
  }
}

/** `var` of inner blocks belongs to the function. */
function hoisted(node: Node, names: Set<string>): void {
  for (const child of childrenOf(node)) {
    if (isFunctionNode(child)) continue
    if (child.type === 'VariableDeclaration' && child.kind === 'var') declare(child, names)
    hoisted(child, names)
  }
}

/** The names of a pattern; defaults and computed keys are no names. */
export function namesIn(pattern: unknown, names: Set<string>): void {
  if (!isNode(pattern)) return
  switch (pattern.type) {
    case 'Identifier':
      names.add(String(pattern.name))
      return
    case 'ObjectPattern':
      for (const each of pattern.properties as readonly Node[]) namesIn(each.value ?? each.argument, names)
      return
    case 'ArrayPattern':
      for (const each of pattern.elements as readonly unknown[]) namesIn(each, names)
      return
    case 'AssignmentPattern':
      namesIn(pattern.left, names)
      return
    case 'RestElement':
      namesIn(pattern.argument, names)
      return
    case 'TSParameterProperty':
      namesIn(pattern.parameter, names)
  }
}
