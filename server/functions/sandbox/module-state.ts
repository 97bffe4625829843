import { isNode, type Node, unwrapped } from './nodes.ts'

/** The declarations at the top level of a module that could hold state between runs, which share the module. */
export function stateOfModule(program: Node): readonly Node[] {
  return (program.body as readonly Node[]).flatMap((statement) => {
    const declared = isNode(statement.declaration) ? statement.declaration : statement
    if (declared.declare === true) return []
    if (declared.type === 'VariableDeclaration') return stateOfVariables(declared)
    if (declared.type === 'ClassDeclaration') return stateOfClass(declared)
    if (statement.type === 'ExportDefaultDeclaration') return isImmutable(declared) ? [] : [declared]
    return []
  })
}

function stateOfVariables(declaration: Node): readonly Node[] {
  const declarators = declaration.declarations as readonly Node[]
  if (declaration.kind !== 'const') return declarators
  return declarators.filter(({ init }) => !isNode(init) || !isImmutable(init))
}

function stateOfClass(declaration: Node): readonly Node[] {
  const members = (declaration.body as Node).body as readonly Node[]
  return members.filter(({ type, static: isStatic }) => isStatic === true && type !== 'MethodDefinition')
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Whether the value of an expression cannot change: a primitive, a function, a declaration, or something frozen. */
function isImmutable(expression: Node): boolean {
  const node = unwrapped(expression)
  if (functions.has(node.type)) return true
  switch (node.type) {
    case 'Literal':
      return !isStatefulPattern(node)
    case 'Identifier':
    case 'TemplateLiteral':
      return true
    case 'MemberExpression':
      return isNode(node.object) && isImmutable(node.object)
    case 'UnaryExpression':
      return isImmutable(node.argument as Node)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isImmutable(node.left as Node) && isImmutable(node.right as Node)
    case 'ConditionalExpression':
      return isImmutable(node.consequent as Node) && isImmutable(node.alternate as Node)
    case 'ClassExpression':
    case 'ClassDeclaration':
      return stateOfClass(node).length === 0
    case 'CallExpression':
      return isDeclaring(node)
    default:
      return false
  }
}

/** `g` and `y` make a pattern remember its last place. */
function isStatefulPattern({ regex }: Node): boolean {
  return typeof regex === 'object' && regex !== null && /[gy]/.test(String((regex as { flags: string }).flags))
}

const declaring = /^(define(Workflow|Signal|Query|Update)|proxyActivities|Symbol|BigInt|Number|String)$/

function isDeclaring({ callee, arguments: given }: Node): boolean {
  const called = unwrapped(callee as Node)
  if (called.type === 'Identifier') return declaring.test(String(called.name))
  if (called.type !== 'MemberExpression') return false
  const { object, property } = called
  const isFreeze = isNode(object) && object.name === 'Object' && isNode(property) && property.name === 'freeze'
  return isFreeze && (given as readonly Node[]).every((each) => isFrozenDeep(unwrapped(each)))
}

/** The literal that is frozen holds no object that is not. */
function isFrozenDeep(node: Node): boolean {
  if (node.type === 'ObjectExpression') {
    return (node.properties as readonly Node[]).every((each) => isNode(each.value) && isImmutable(each.value))
  }
  if (node.type === 'ArrayExpression')
    return (node.elements as readonly unknown[]).every((each) => isNode(each) && isImmutable(each))
  return isImmutable(node)
}
