import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { keepMail, mailFolder } from './example-mails.ts'
import type { ExampleServer } from './example-server.ts'
import { exampleTuning } from './tuning.ts'

/** A mail server on this machine that delivers nothing: it keeps what it receives in the data folder. */
export async function startExampleMailServer(dataDir: string): Promise<ExampleServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: exampleTuning.mailBytes,
    onData(stream, _session, callback) {
      text(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 })
          return keepMail(mailFolder(dataDir), raw)
        })
        .then(() => callback(null), callback)
    },
  })
  // A client that breaks off is no error of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    settings: { host: '127.0.0.1', port: String(port), security: 'none' },
    secrets: {},
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
