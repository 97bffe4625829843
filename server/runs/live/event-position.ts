import { ApiError } from '../../api-error.ts'

/** What the database can hold as a bigint. */
const MOST = 9_223_372_036_854_775_807n

/** Reads an event id that a client sends back. Throws `BAD_REQUEST` for what is none. */
export function eventPosition(id: string): bigint {
  const position = /^\d{1,19}$/.test(id) ? BigInt(id) : MOST + 1n
  if (position > MOST) throw new ApiError('BAD_REQUEST', 'The last event id is not one of this stream.', 'lastEventId')
  return position
}
