import { compare } from './compare.ts'
import { compareDates } from './compare-dates.ts'
import type { Compared } from './comparison.ts'
import { both, not, type Operand, presence } from './operand.ts'

const orders: { readonly [operation: string]: string } = {
  larger: '>',
  largerEqual: '>=',
  smaller: '<',
  smallerEqual: '<=',
}

/**
 * Comparisons of the first versions of n8n: equality converts nothing; other operations use an empty value for a
 * missing one.
 */
export function compareFirst(left: Operand, right: Operand, operation: string, type: string): Compared {
  const there = presence(left)
  switch (operation) {
    case 'equal':
      return { condition: both([...left.guards, ...right.guards, `${left.text} == ${right.text}`]) }
    case 'notEqual':
      return { condition: not(both([...left.guards, ...right.guards, `${left.text} == ${right.text}`])) }
    case 'isEmpty':
    case 'isNotEmpty': {
      const filled = both([...there, `!(${left.text} in ["", [], {}])`])
      return { condition: operation === 'isEmpty' ? not(filled) : filled }
    }
    case 'after':
    case 'before':
      return compareDates(left, right, { type, operation, isLoose: true, ignoresCase: false, version: 1 })
    default:
      break
  }
  const sign = Object.hasOwn(orders, operation) ? orders[operation] : undefined
  if (sign !== undefined) {
    const orZero = (side: Operand): string => {
      const needed = presence(side)
      return needed.length === 0 ? side.text : `(${both(needed)} ? ${side.text} : 0)`
    }
    return { condition: `${orZero(left)} ${sign} ${orZero(right)}` }
  }
  return compare(left, right, { type: 'string', operation, isLoose: true, ignoresCase: false, version: 1 })
}
