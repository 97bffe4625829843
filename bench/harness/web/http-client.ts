import { connect, type Socket } from 'node:net'
import { nowMs } from '../stats.ts'

/**
 * A client that costs as little as one can: one connection kept alive, one
 * request at a time, written as it stands and read by its length alone. Peers
 * of Heddle are asked by the same client.
 */
export interface HttpClient {
  /** Sends a POST with an empty input; returns when it was sent and when it was answered. Throws unless that is a success. */
  post(path: string): Promise<{ readonly sentAt: number; readonly answeredAt: number }>
  close(): void
}

const body = '{"input":{}}'

/** The path that starts a run, and waits for its end so many milliseconds at most. */
export const startPath = (workflow: string, waitMs = 0) =>
  `/v1/workflows/run?name=${workflow}${waitMs > 0 ? `&wait=${waitMs}` : ''}`

export async function openHttpClient(port: number, key = ''): Promise<HttpClient> {
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let answer: { resolve: () => void; reject: (error: Error) => void } | null = null
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /^content-length: (\d+)/im.exec(received)
    if (!length) {
      answer?.reject(new Error(`An answer without a length:\n${received}`))
      return
    }
    if (received.length < head + 4 + Number(length[1])) return
    const succeeded = received.startsWith('HTTP/1.1 20')
    const text = received
    received = ''
    if (succeeded) answer?.resolve()
    else answer?.reject(new Error(text))
  })
  socket.on('error', (error) => answer?.reject(error))
  socket.on('close', () => answer?.reject(new Error('The connection was closed.')))
  return {
    async post(path) {
      const sentAt = nowMs()
      await new Promise<void>((resolve, reject) => {
        answer = { resolve, reject }
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
            (key && `authorization: Bearer ${key}\r\n`) +
            `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      })
      return { sentAt, answeredAt: nowMs() }
    },
    close: () => socket.destroy(),
  }
}
