import { alternatives, anyType, type ValueType } from './types.ts'

/** May a value of the type be of one of the kinds? */
export function mayBe(type: ValueType, kinds: readonly ValueType['kind'][]): boolean {
  return alternatives(type).some((one) => one.kind === 'any' || kinds.includes(one.kind))
}

/** The type of a field in one alternative; empty if reading it is certainly an error. */
export function fieldTypes(owner: ValueType, field: string): ValueType[] {
  if (owner.kind === 'any') return [anyType]
  if (owner.kind !== 'object') return []
  const type = own(owner.fields, field) ?? owner.others
  return type ? [type] : []
}

/** The names of the declared fields of all alternatives. */
export function knownFields(owner: ValueType): string[] {
  return alternatives(owner).flatMap((one) => (one.kind === 'object' ? Object.keys(one.fields) : []))
}

/** An own value of a record; `constructor` and its like are not there. */
export function own<T>(record: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
