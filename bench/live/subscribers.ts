import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

export interface SubscriberReport {
  readonly bytes: number
  /** Connections that the server ended. */
  readonly cut: number
}

export interface Subscribers {
  report(): Promise<SubscriberReport>
  stop(): Promise<void>
}

/** Listeners to the stream of changes, in a process of their own; the first `idle` of them never read. */
export async function startSubscribers(port: number, count: number, idle: number): Promise<Subscribers> {
  const child = fork(join(import.meta.dirname, 'subscribers.ts'), [String(port), String(count), String(idle)])
  const hear = async <Message>(): Promise<Message> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The subscribers have ended.'))),
    ])) as [Message]
    return message
  }
  await hear()
  return {
    async report() {
      const answer = hear<SubscriberReport>()
      child.send('report')
      return answer
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

if (import.meta.main) {
  const [port = 0, count = 0, idle = 0] = process.argv.slice(2).map(Number)
  const request =
    `GET /api/trpc/runs.changes?input=${encodeURIComponent('{}')} HTTP/1.1\r\n` +
    `host: 127.0.0.1:${port}\r\naccept: text/event-stream\r\n\r\n`
  const sockets: Socket[] = []
  let bytes = 0
  let cut = 0
  let heard = 0
  for (let place = 0; place < count; place += 1) {
    const socket = connect({ host: '127.0.0.1', port })
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      cut += 1
    })
    socket.write(request)
    if (place < idle) {
      socket.once('connect', () => socket.pause())
      continue
    }
    let isFirst = true
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (!isFirst) return
      isFirst = false
      if (!chunk.includes('200 OK')) throw new Error(`A subscriber was refused: ${chunk.toString()}`)
      heard += 1
      if (heard === count - idle) process.send?.('ready')
    })
  }
  process.on('message', () => {
    // Whoever does not read does not see its connection end either, until it looks.
    for (const socket of sockets.slice(0, idle)) socket.resume()
    setTimeout(() => process.send?.({ bytes, cut } satisfies SubscriberReport), 1_000)
  })
  process.on('disconnect', () => {
    for (const socket of sockets) socket.destroy()
  })
}
