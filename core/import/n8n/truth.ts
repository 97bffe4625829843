import type { Tree } from '#core/definition/expression/parse/tree.ts'

/** JavaScript takes any value for true or false, and `||` gives one of them: is only asked of booleans what booleans alone answer here? */
export function asksOnlyBooleans(tree: Tree): boolean {
  switch (tree.kind) {
    case 'logic':
      return [tree.left, tree.right].every((side) => isBoolean(side) && asksOnlyBooleans(side))
    case 'conditional':
      return isBoolean(tree.condition) && [tree.condition, tree.whenTrue, tree.whenFalse].every(asksOnlyBooleans)
    case 'unary':
      return (tree.operator === '-' || isBoolean(tree.operand)) && asksOnlyBooleans(tree.operand)
    case 'binary':
      return asksOnlyBooleans(tree.left) && asksOnlyBooleans(tree.right)
    case 'index':
      return asksOnlyBooleans(tree.operand) && asksOnlyBooleans(tree.index)
    case 'list':
      return tree.elements.every(asksOnlyBooleans)
    default:
      return true
  }
}

/** Is it true or false, whatever the data? */
function isBoolean(tree: Tree): boolean {
  switch (tree.kind) {
    case 'literal':
      return typeof tree.value === 'boolean'
    case 'unary':
      return tree.operator === '!'
    case 'binary':
      return !['+', '-', '*', '/', '%'].includes(tree.operator)
    case 'conditional':
      return isBoolean(tree.whenTrue) && isBoolean(tree.whenFalse)
    default:
      return tree.kind === 'logic'
  }
}
