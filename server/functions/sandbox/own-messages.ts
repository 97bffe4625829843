import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { childrenOf, isNode, type Node, unwrapped } from './nodes.ts'
import { namesIn } from './scopes.ts'

export type MessageKind = 'signal' | 'query' | 'update'

/** The declarations at the top level of a module, and the names by which it imports and exports. */
interface Module {
  readonly declared: ReadonlyMap<string, Node>
  /** By local name; the name `*` is that of the whole module. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>
  /** The local names of exports; those of a re-export are not known. */
  readonly exported: ReadonlyMap<string, string>
  /** The expression of a default export. */
  readonly main: Node | null
}

/**
 * Whether a message belongs to a workflow: its body, or what the body uses, mentions it. Modules are read by their
 * sources alone. A message whose declaration is not understood belongs to every workflow of its file.
 */
export function ownMessages(
  sources: ReadonlyMap<string, string>,
  entry: string,
  exportName: string,
): (kind: MessageKind, name: string) => boolean {
  const modules = new Map([...sources].map(([file, source]) => [file, readModule(file, source)]))
  const known = new Set<string>()
  for (const [file, source] of sources) gather(parseSync(file, source).program as unknown as Node, known)
  const reached = new Set<string>()
  const seen = new Set<Node>()
  const visit = (file: string, name: string, isRoot = false): void => {
    const module = modules.get(file)
    const from = module?.imported.get(name)
    if (from !== undefined) {
      const there = modules.get(from.file)
      const names =
        from.name === '*' ? [...(there?.declared.keys() ?? [])] : [there?.exported.get(from.name) ?? from.name]
      for (const each of names) visit(from.file, each)
      return
    }
    const node = name === 'default' ? module?.main : module?.declared.get(name)
    if (node === undefined || node === null || seen.has(node)) return
    // The messages of another workflow are not those of the one that starts it.
    if (!isRoot && isWorkflow(node)) return
    seen.add(node)
    gather(node, reached)
    for (const used of identifiersIn(node)) visit(file, used)
  }
  const root = modules.get(entry)?.exported.get(exportName)
  visit(entry, root ?? exportName, true)
  if (seen.size === 0) return () => true
  return (kind, name) => reached.has(`${kind} ${name}`) || !known.has(`${kind} ${name}`)
}

function readModule(file: string, source: string): Module {
  const declared = new Map<string, Node>()
  const imported = new Map<string, { file: string; name: string }>()
  const exported = new Map<string, string>()
  let main: Node | null = null
  for (const statement of (parseSync(file, source).program as unknown as { readonly body: readonly Node[] }).body) {
    const inner = isNode(statement.declaration) ? statement.declaration : statement
    if (statement.type === 'ImportDeclaration') {
      const from = join(dirname(file), String((statement.source as Node).value))
      for (const each of statement.specifiers as readonly Node[]) {
        imported.set(nameOf(each.local), { file: from, name: importedName(each) })
      }
      continue
    }
    const isDefault = statement.type === 'ExportDefaultDeclaration'
    const names = declaredIn(inner)
    for (const [name, node] of names) declared.set(name, node)
    if (isDefault && names.size === 0) main = inner
    for (const name of names.keys()) exported.set(isDefault ? 'default' : name, name)
    for (const each of (statement.specifiers ?? []) as readonly Node[]) {
      exported.set(nameOf(each.exported), nameOf(each.local))
    }
  }
  return { declared, imported, exported, main }
}

function declaredIn(statement: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  if (statement.type === 'VariableDeclaration') {
    for (const declarator of statement.declarations as readonly Node[]) {
      const names = new Set<string>()
      namesIn(declarator.id, names)
      for (const name of names) found.set(name, declarator)
    }
  }
  const isNamed = statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration'
  if (isNamed && isNode(statement.id)) found.set(nameOf(statement.id), statement)
  return found
}

function importedName({ type, imported }: Node): string {
  if (type === 'ImportNamespaceSpecifier') return '*'
  return type === 'ImportDefaultSpecifier' ? 'default' : nameOf(imported)
}

/** Of an identifier, or of a name in quotes. */
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value) : '')

const declaring: { readonly [name: string]: MessageKind } = {
  defineSignal: 'signal',
  defineQuery: 'query',
  defineUpdate: 'update',
}

/** Adds the messages that a part of a module declares, as `kind name`. */
function gather(node: Node, found: Set<string>): void {
  if (node.type === 'CallExpression') {
    const kind = declaring[nameOf(unwrapped(node.callee as Node))]
    const [first] = node.arguments as readonly Node[]
    if (kind !== undefined && first?.type === 'Literal') found.add(`${kind} ${first.value}`)
  }
  for (const child of childrenOf(node)) gather(child, found)
}

function isWorkflow(node: Node): boolean {
  const value = isNode(node.init) ? unwrapped(node.init) : node
  return value.type === 'CallExpression' && nameOf(unwrapped(value.callee as Node)) === 'defineWorkflow'
}

function identifiersIn(node: Node): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (each: Node): void => {
    if (each.type === 'Identifier') found.add(nameOf(each))
    for (const child of childrenOf(each)) walk(child)
  }
  walk(node)
  return found
}
