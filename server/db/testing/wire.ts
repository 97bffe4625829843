/** As much of PostgreSQL's wire protocol, version 3, as the proxy of the fault tests has to understand. */
export interface WireMessage {
  /** The type byte; empty for the first message of a client, which has none. */
  readonly type: string
  /** The whole message as it came. */
  readonly bytes: Buffer
  readonly body: Buffer
}

/** Splits a stream of bytes into messages, however it was cut into chunks. `untyped` says whether the next one has no type byte. */
export function createSplitter(onMessage: (message: WireMessage) => void, untyped: () => boolean = () => false) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const header = untyped() ? 0 : 1
      if (rest.length < header + 4) return
      const length = header + rest.readInt32BE(header)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      onMessage({
        type: bytes.toString('latin1', 0, header),
        bytes,
        body: bytes.subarray(header + 4),
      })
    }
  }
}

/** Requests that come in place of a start-up message; the first two ask for encryption. */
export const startupCode = { ssl: 80_877_103, gss: 80_877_104, cancel: 80_877_102 } as const

/** `user`, `database`, `application_name` and so on, of a start-up message. */
export function startupParameters(body: Buffer): ReadonlyMap<string, string> {
  const words = body.toString('utf8', 4).split('\0')
  const parameters = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2) parameters.set(words[at] ?? '', words[at + 1] ?? '')
  return parameters
}

/** Zero-ended texts at the start of a body, from the one at `skip` on. */
export function textAt(body: Buffer, skip = 0): string {
  let from = 0
  for (let n = 0; n < skip; n += 1) from = body.indexOf(0, from) + 1
  return body.toString('utf8', from, body.indexOf(0, from))
}

export function simpleQuery(sql: string): Buffer {
  return message('Q', Buffer.from(`${sql}\0`))
}

/** An error with which the server ends the connection. */
export function fatalError(sqlstate: string, text: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${sqlstate}`, `M${text}`]
  return message('E', Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`))
}

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.write(type, 0, 'latin1')
  header.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([header, body])
}
