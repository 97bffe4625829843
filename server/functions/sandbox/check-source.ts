import { parseSync } from 'oxc-parser'
import { refusedUse } from './global-use.ts'
import { stateOfModule } from './module-state.ts'
import { childrenOf, isNode, type Node } from './nodes.ts'
import { awaitRule, importRule, moduleStateRule, type Rule, type SandboxProblem } from './rules.ts'
import { isDeclared, isFunctionNode, type NameScope, openScope } from './scopes.ts'

export interface CheckedSource {
  readonly problems: readonly SandboxProblem[]
  /** Relative imports that run, in the order of the text. */
  readonly imports: readonly string[]
}

/** Checks one module of a workflow by its source alone: nothing is run. Problems come in the order of the text. */
export function checkSource(file: string, source: string): CheckedSource {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) {
    const offset = error.labels[0]?.start ?? 0
    return {
      problems: [{ code: 'SANDBOX_SYNTAX', file, ...placeOf(source, offset), message: error.message }],
      imports: [],
    }
  }
  const found: { readonly at: number; readonly problem: SandboxProblem }[] = []
  const refuse = ({ start }: Node, what: string, { code, instead }: Rule) => {
    const message = `${what} differs in a replay. ${instead}`
    found.push({ at: start, problem: { code, file, ...placeOf(source, start), message } })
  }
  const root = program as unknown as Node
  for (const node of stateOfModule(root)) refuse(node, 'State of a module', moduleStateRule)
  const imports: string[] = []
  walk(root, null, [], (node, scope, around) => {
    const specifier = specifierOf(node)
    if (specifier === null) check(node, scope, around, refuse)
    else if (isRelative(specifier)) imports.push(specifier)
    else if (specifier !== 'heddle/workflow') refuse(node, `The import of ${specifier}`, importRule)
  })
  const problems = found.sort((a, b) => a.at - b.at).map(({ problem }) => problem)
  return { problems, imports }
}

type Refuse = (node: Node, what: string, rule: Rule) => void

function check(node: Node, scope: NameScope | null, around: readonly Node[], refuse: Refuse): void {
  switch (node.type) {
    case 'Identifier': {
      const name = String(node.name)
      if (!isReference(node, around.at(-1)) || isDeclared(scope, name)) return
      const refused = refusedUse(name, node, around)
      if (refused !== null) refuse(node, refused.what, refused.rule)
      return
    }
    case 'ImportExpression':
      refuse(node, 'A dynamic import()', importRule)
      return
    case 'MetaProperty':
      if ((node.meta as Node).name === 'import') refuse(node, 'import.meta', importRule)
      return
    case 'AwaitExpression':
      if (!around.some(isFunctionNode)) refuse(node, 'await at the top level', awaitRule)
      return
    case 'ForOfStatement':
      if (node.await === true && !around.some(isFunctionNode)) refuse(node, 'await at the top level', awaitRule)
  }
}

/** The module that a statement loads; null when it loads none. An import of types alone is erased before. */
function specifierOf({ type, source, specifiers }: Node): string | null {
  const loads = type === 'ImportDeclaration' || type === 'ExportAllDeclaration' || type === 'ExportNamedDeclaration'
  if (!loads || !isNode(source)) return null
  const all = Array.isArray(specifiers) ? (specifiers as readonly Node[]) : []
  const isTypesAlone = all.length > 0 && all.every((each) => each.importKind === 'type' || each.exportKind === 'type')
  return isTypesAlone ? null : String(source.value)
}

const isRelative = (specifier: string) => /^\.{1,2}\//.test(specifier)

/** Whether an identifier reads a variable: it is no key, no member, no label and no declaration. */
function isReference(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed === true
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'AccessorProperty':
      return parent.value === node || parent.computed === true
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'ExportSpecifier':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return false
    default:
      return true
  }
}

type Visit = (node: Node, scope: NameScope | null, around: readonly Node[]) => void

function walk(node: Node, scope: NameScope | null, around: Node[], visit: Visit): void {
  visit(node, scope, around)
  const inner = openScope(node, scope) ?? scope
  around.push(node)
  for (const child of childrenOf(node)) walk(child, inner, around, visit)
  around.pop()
}

function placeOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
