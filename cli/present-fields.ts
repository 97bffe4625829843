import type { Json } from '#core/json.ts'

/** An input as requests declare it. The server refuses one that is no object, and says so better than a type. */
export const asInput = (input: Json | undefined) => input as { [key: string]: Json } | undefined

/** The fields that are given: an option that was left out is no field of a request. */
export function presentFields<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>
}

type Present<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}
