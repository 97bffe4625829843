/** PostgreSQL's messages Execute (of everything) and Sync. */
export const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])

/** PostgreSQL's message Bind for a prepared statement, whose answer is wanted as text, and what is to follow it. */
export function writeBind(statement: string, values: readonly (Buffer | string | null)[], next: Buffer): Buffer {
  // Its kind; its length without that; an empty portal; two counts; the one format of all results and their count.
  let bytes = 1 + 4 + 1 + Buffer.byteLength(statement) + 1 + 2 + 2 + 4
  for (const value of values) bytes += 2 + 4 + (value === null ? 0 : Buffer.byteLength(value))
  const buffer = Buffer.allocUnsafe(bytes + next.length)
  let offset = buffer.writeUInt8(0x42, 0)
  offset = buffer.writeInt32BE(bytes - 1, offset)
  offset = buffer.writeUInt8(0, offset)
  offset += buffer.write(statement, offset)
  offset = buffer.writeUInt8(0, offset)
  offset = buffer.writeInt16BE(values.length, offset)
  for (const value of values) offset = buffer.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, offset)
  offset = buffer.writeInt16BE(values.length, offset)
  for (const value of values) {
    if (value === null) {
      offset = buffer.writeInt32BE(-1, offset)
      continue
    }
    const written = typeof value === 'string' ? buffer.write(value, offset + 4) : value.copy(buffer, offset + 4)
    offset = buffer.writeInt32BE(written, offset) + written
  }
  offset = buffer.writeInt16BE(1, offset)
  offset = buffer.writeInt16BE(0, offset)
  next.copy(buffer, offset)
  return buffer
}
