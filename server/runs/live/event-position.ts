import { ApiError } from '../../api-error.ts'

/** The largest bigint of the database. */
const MOST = 9_223_372_036_854_775_807n

/** Parses an event id that a client sends back. Throws `BAD_REQUEST` for an invalid one. */
export function eventPosition(id: string): bigint {
  const position = /^\d{1,19}$/.test(id) ? BigInt(id) : MOST + 1n
  if (position > MOST)
    throw new ApiError('BAD_REQUEST', 'The last event id does not belong to this stream.', 'lastEventId')
  return position
}
