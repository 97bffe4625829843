import type { EngineIdentity } from '../../ports.ts'

/**
 * A signed id is the id of an append with the mark of its engine: the last 48 bits of the engine's id, in a UUID of
 * version 8, whose bits are free. An epoch may repeat after a database has lost acknowledged data; with the mark, each
 * log row still identifies its writer, in no more bytes. Rows of earlier versions have ids of version 4.
 */
export function signedId(appendId: string, { id }: Pick<EngineIdentity, 'id'>): string {
  return `${appendId.slice(0, 14)}8${appendId.slice(15, 24)}${id.slice(24)}`
}
