/**
 * PostgreSQL's binary form of one-dimensional arrays. `pg` sends a Buffer as a
 * binary parameter, so a flush of hundreds of rows is neither quoted here nor
 * unquoted there: a tenth of the cost of `{"…","…"}` for JSON, which is full
 * of quotes.
 */
const oid = { int4: 23, jsonb: 3802, text: 25, timestamptz: 1184, uuid: 2950 } as const
const HEADER_BYTES = 20
/** 2000-01-01T00:00:00Z in milliseconds: where PostgreSQL counts from. */
const EPOCH_MS = 946_684_800_000
const TWO_TO_32 = 4_294_967_296

export function textArray(values: readonly string[]): Buffer {
  let bytes = HEADER_BYTES
  for (const value of values) bytes += 4 + Buffer.byteLength(value)
  const buffer = startArray(oid.text, values.length, bytes)
  let offset = HEADER_BYTES
  for (const value of values) {
    const written = buffer.write(value, offset + 4)
    buffer.writeInt32BE(written, offset)
    offset += 4 + written
  }
  return buffer
}

/** JSON texts as `jsonb[]`: each with the version byte of that type before it. */
export function jsonbArray(values: readonly string[]): Buffer {
  let bytes = HEADER_BYTES
  for (const value of values) bytes += 5 + Buffer.byteLength(value)
  const buffer = startArray(oid.jsonb, values.length, bytes)
  let offset = HEADER_BYTES
  for (const value of values) {
    const written = buffer.write(value, offset + 5)
    buffer.writeInt32BE(written + 1, offset)
    buffer.writeInt8(1, offset + 4)
    offset += 5 + written
  }
  return buffer
}

export function uuidArray(values: readonly string[]): Buffer {
  const buffer = startArray(oid.uuid, values.length, HEADER_BYTES + values.length * 20)
  let offset = HEADER_BYTES
  for (const value of values) {
    buffer.writeInt32BE(16, offset)
    writeUuid(buffer, value, offset + 4)
    offset += 20
  }
  return buffer
}

const hexDigits = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? 255 : digit
})
const HYPHEN = 45

/**
 * Written by hand, since every step writes two UUIDs: without a copy that has no hyphens, and without a call per part.
 */
function writeUuid(buffer: Buffer, value: string, offset: number): void {
  let place = offset
  for (let at = 0; at < value.length; at += 2) {
    if (value.charCodeAt(at) === HYPHEN) at += 1
    const high = hexDigits[value.charCodeAt(at)] ?? 255
    const low = hexDigits[value.charCodeAt(at + 1)] ?? 255
    if (high > 15 || low > 15 || place === offset + 16) throw new Error(`Not a UUID: ${value}`)
    buffer[place] = (high << 4) | low
    place += 1
  }
  if (place !== offset + 16) throw new Error(`Not a UUID: ${value}`)
}

export function intArray(values: readonly number[]): Buffer {
  const buffer = startArray(oid.int4, values.length, HEADER_BYTES + values.length * 8)
  let offset = HEADER_BYTES
  for (const value of values) {
    buffer.writeInt32BE(4, offset)
    buffer.writeInt32BE(value, offset + 4)
    offset += 8
  }
  return buffer
}

/** Milliseconds since 1970 as `timestamptz[]`. */
export function instantArray(values: readonly number[]): Buffer {
  const buffer = startArray(oid.timestamptz, values.length, HEADER_BYTES + values.length * 12)
  let offset = HEADER_BYTES
  for (const value of values) {
    const microseconds = Math.round((value - EPOCH_MS) * 1000)
    buffer.writeInt32BE(8, offset)
    buffer.writeInt32BE(Math.floor(microseconds / TWO_TO_32), offset + 4)
    buffer.writeUInt32BE(((microseconds % TWO_TO_32) + TWO_TO_32) % TWO_TO_32, offset + 8)
    offset += 12
  }
  return buffer
}

function startArray(elementOid: number, length: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  buffer.writeInt32BE(1, 0) // dimensions
  buffer.writeInt32BE(0, 4) // no nulls
  buffer.writeInt32BE(elementOid, 8)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16) // lower bound
  return buffer
}
