import type { Tree } from '../parse/tree.ts'
import { isRootName, rootNames } from '../scope.ts'
import { didYouMean } from '../suggest.ts'
import type { Frame } from './frame.ts'
import { Timestamp } from './instants.ts'
import { describeKind, isList, isMap } from './kind.ts'
import { Failure, type Result, type Value } from './value.ts'

/** The value of a name, looked up in this order: variables of loops, roots, further names, fields of `state`. */
export function lookUp(name: string, { scope, variable }: Frame): Result {
  for (let one = variable; one; one = one.outer) if (one.name === name) return one.value
  if (isRootName(name)) {
    const value = scope[name]
    if (value !== undefined) return value
    return new Failure('NAME_NOT_FOUND', `\`${name}\` is only available inside a step that iterates over a list.`)
  }
  if (name === 'now' && scope.world) return new Timestamp(BigInt(Math.trunc(scope.world.now)) * 1_000_000n)
  const { names, state } = scope
  if (names && Object.hasOwn(names, name)) return names[name] as Value
  if (isMap(state) && Object.hasOwn(state, name)) return state[name] as Value
  return new Failure(
    'NAME_NOT_FOUND',
    `There is no \`${name}\`. Available: ${rootNames.join(', ')} and the fields of state.`,
    {
      advice: () =>
        didYouMean(name, [...rootNames, ...Object.keys(names ?? {}), ...(isMap(state) ? Object.keys(state) : [])]),
    },
  )
}

/** The state of a resource, as the conditions of an envelope read it. */
export function resourceOf([id]: readonly Value[], { scope: { world } }: Frame): Result {
  if (world === undefined) {
    return new Failure('NAME_NOT_FOUND', '`resources` is only available in the conditions of an envelope.')
  }
  if (typeof id !== 'string')
    return new Failure('WRONG_TYPE', `\`resources\` needs text, but this is ${describeKind(id as Value)}.`)
  return world.resource(id) ?? new Failure('INVALID_VALUE', `The state of ${id} is not known.`)
}

/** `operand.field`; `tree` gives the operand's name in messages. */
export function fieldOf(operand: Value, field: string, tree: Tree): Result {
  if (isMap(operand)) {
    if (Object.hasOwn(operand, field)) return operand[field] as Value
    return new Failure('FIELD_NOT_FOUND', `${nameOf(tree)} has no field \`${field}\`.`, {
      advice: () => didYouMean(field, Object.keys(operand)) || ' If it may be missing, guard with `has(…)`.',
    })
  }
  const advice =
    operand === null
      ? ' If it may be null, guard with `!= null`.'
      : isList(operand)
        ? ' Take one element with `[0]`, or iterate with `map`.'
        : ''
  return new Failure(
    'WRONG_TYPE',
    `${nameOf(tree)} is ${describeKind(operand)}, so it has no field \`${field}\`.${advice}`,
  )
}

/** `operand[index]`: lists by whole numbers of either kind, maps by texts. */
export function elementOf(operand: Value, index: Value, tree: Tree): Result {
  if (!isList(operand)) {
    if (typeof index === 'string') return fieldOf(operand, index, tree)
    return new Failure(
      'WRONG_TYPE',
      isMap(operand)
        ? `${nameOf(tree)} is a map, so \`[…]\` needs text, but this is ${describeKind(index)}.`
        : `${nameOf(tree)} is ${describeKind(operand)}, so it has no elements.`,
    )
  }
  const place = Number(index)
  if ((typeof index !== 'number' && typeof index !== 'bigint') || !Number.isInteger(place)) {
    return new Failure('WRONG_TYPE', `${nameOf(tree)} is a list, so \`[…]\` needs a whole number.`)
  }
  if (place >= 0 && place < operand.length) return operand[place] as Value
  return new Failure(
    'INDEX_OUT_OF_RANGE',
    `${nameOf(tree)} has ${operand.length} elements, counted from 0; there is none at ${place}. Check with \`size()\` first.`,
  )
}

/** The name of a part of the expression in messages. */
function nameOf(tree: Tree): string {
  const path = pathOf(tree)
  return path === undefined ? 'This value' : `\`${path}\``
}

function pathOf(tree: Tree): string | undefined {
  if (tree.kind === 'name') return tree.name
  if (tree.kind !== 'select') return undefined
  const operand = pathOf(tree.operand)
  return operand && `${operand}.${tree.field}`
}
