import type { Tree } from '#core/expression/parse/tree.ts'

const known = new WeakMap<Tree, boolean>()

/** Whether the value of an expression changes without the run: it reads `now` or `resources()`. */
export function readsWorld(tree: Tree): boolean {
  let found = known.get(tree)
  if (found === undefined) {
    found = reads(tree)
    known.set(tree, found)
  }
  return found
}

function reads(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(part)) return part.some(reads)
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown }
  if (kind === 'name' && name === 'now') return true
  return (kind === 'call' && name === 'resources') || Object.values(part).some(reads)
}
