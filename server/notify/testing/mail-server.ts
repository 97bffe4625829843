import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { headersOf, partOf } from '../../example-servers/read-mail.ts'

/** A mail as it arrived. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** Header fields by their names in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>
  readonly raw: string
}

export interface MailServer {
  readonly url: string
  readonly received: readonly Received[]
  /** Answers to the next messages, first come first served: `fail` refuses for now, `refuse` for good. */
  readonly answers: ('take' | 'fail' | 'refuse')[]
  close(): Promise<void>
}

/** A real mail server on this machine, which keeps what it receives. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const answers: MailServer['answers'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const answer = answers.shift() ?? 'take'
        if (answer !== 'take') {
          callback(Object.assign(new Error('not now'), { responseCode: answer === 'fail' ? 451 : 554 }))
          return
        }
        const raw = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          headers: headersOf(raw),
          raw,
        })
        callback(null)
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answers,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The plain text of a mail, decoded. */
export function textOf({ raw }: Received): string {
  return partOf(raw, 'text/plain')
}

/** The HTML of a mail, decoded. */
export function htmlOf({ raw }: Received): string {
  return partOf(raw, 'text/html')
}
