import { memberName, type Node, unwrapped } from './nodes.ts'
import { chanceRule, type Rule, refusedGlobals, timeRule } from './rules.ts'

/** A refused use of a global: the text that names it, and the rule. */
export interface RefusedUse {
  readonly what: string
  readonly rule: Rule
}

/**
 * The refusal of a reference to a global, by its surroundings. `around`: the nodes around the reference, the innermost
 * last. Also another name for `Date` or `Math` is refused: through it all their members could be reached.
 */
export function refusedUse(name: string, reference: Node, around: readonly Node[]): RefusedUse | null {
  if (name === 'Date') return refusedDate(reference, around)
  if (name === 'Math') return refusedMath(reference, around)
  const rule = Object.hasOwn(refusedGlobals, name) ? refusedGlobals[name] : undefined
  return rule === undefined ? null : { what: name, rule }
}

function refusedDate(reference: Node, around: readonly Node[]): RefusedUse | null {
  const parent = around.at(-1)
  const refused = (what: string) => ({ what, rule: timeRule })
  if (parent?.type === 'NewExpression' && parent.callee === reference) {
    return (parent.arguments as readonly unknown[]).length === 0 ? refused('new Date() without arguments') : null
  }
  if (parent?.type === 'MemberExpression' && parent.object === reference) {
    const member = memberName(parent)
    const isPure = member === 'UTC' || member === 'parse' || member === 'prototype'
    return isPure ? null : refused(`Date.${member ?? '[…]'}`)
  }
  if (parent?.type === 'BinaryExpression' && parent.operator === 'instanceof') return null
  if (parent?.type === 'CallExpression' && parent.callee === reference) return refused('Date()')
  return refused('Date under another name')
}

function refusedMath(reference: Node, around: readonly Node[]): RefusedUse | null {
  const parent = around.at(-1)
  const refused = (what: string) => ({ what, rule: chanceRule })
  if (parent?.type === 'MemberExpression' && parent.object === reference) {
    const member = memberName(parent)
    return member === null || member === 'random' ? refused(`Math.${member ?? '[…]'}`) : null
  }
  if (parent?.type === 'VariableDeclarator' && parent.init === reference) {
    const pattern = parent.id as Node
    if (pattern.type !== 'ObjectPattern') return refused('Math under another name')
    const isOpen = (pattern.properties as readonly Node[]).some(
      (each) => keyOf(each) === null || keyOf(each) === 'random',
    )
    return isOpen ? refused('Math.random') : null
  }
  return refused('Math under another name')
}

/** The key of a destructured property; null for a rest element or a computed key. */
function keyOf({ type, computed, key }: Node): string | null {
  if (type === 'RestElement' || computed) return null
  const { name, value } = unwrapped(key as Node)
  return String(name ?? value)
}
