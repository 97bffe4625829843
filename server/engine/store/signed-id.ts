import type { EngineIdentity } from '../ports.ts'

/**
 * The id of an append with the mark of the engine that writes it: the last 48 bits of its id, as a UUID of version 8, whose
 * bits are its maker's. An epoch may be given again after a database has lost what it had acknowledged; with the mark, each
 * row of the log tells its writer apart all the same, in no more bytes. Rows of earlier versions have ids of version 4.
 */
export function signedId(appendId: string, { id }: Pick<EngineIdentity, 'id'>): string {
  return `${appendId.slice(0, 14)}8${appendId.slice(15, 24)}${id.slice(24)}`
}
