import type { Tree } from '#core/expression/parse/tree.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { childrenOf, isLoose, type ReadExpression, readExpression } from './expression-tree.ts'
import type { Names } from './names.ts'
import { isBoolean, isText } from './print-expression.ts'
import { isExpression, pieces } from './translate.ts'

/**
 * Expressions in what a node was set to that compare two values of unknown types with `==` or `!=`. JavaScript converts one
 * of them, so that 1 and "1" are equal; an expression of ours converts nothing, and no list of alike values can be written.
 */
export function looselyCompared(value: Json, names: Names): readonly string[] {
  if (isJsonList(value)) return value.flatMap((one) => looselyCompared(one, names))
  if (isJsonObject(value)) return Object.values(value).flatMap((one) => looselyCompared(one, names))
  if (!isExpression(value)) return []
  return pieces(value).flatMap(({ source }) => {
    const read = source === undefined ? null : readExpression(source, names)
    return read !== null && comparesLoosely(read.tree, read) ? [source as string] : []
  })
}

function comparesLoosely(tree: Tree, read: ReadExpression): boolean {
  if (tree.kind === 'binary' && isLoose(tree, read)) {
    const sides = [tree.left, tree.right]
    const isSure = sides.some(({ kind }) => kind === 'literal') || sides.every(isText) || sides.every(isBoolean)
    if (!isSure) return true
  }
  return childrenOf(tree).some((child) => comparesLoosely(child, read))
}
