import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** How many of each kind. */
export interface Crowd {
  readonly reading: number
  /** They ask and then read nothing, so that their buffers fill and the server has to wait; cut off, they come back and do it again. */
  readonly stalled: number
}

export interface SubscriberReport {
  /** What the readers have read. */
  readonly bytes: number
  /** After how many milliseconds the server ended each connection of those who do not read. */
  readonly cutAfterMs: readonly number[]
  /** Readers whose connection has ended. */
  readonly readersCut: number
}

export interface Subscribers {
  readonly pid: number
  report(): Promise<SubscriberReport>
  stop(): Promise<void>
}

interface SubscriberArguments extends Crowd {
  readonly port: number
  readonly path: string
}

/** Listeners to a stream, in a process of their own. */
export async function startSubscribers(port: number, path: string, crowd: Crowd): Promise<Subscribers> {
  const asked: SubscriberArguments = { port, path, ...crowd }
  const child = fork(join(import.meta.dirname, 'subscribers.ts'), [JSON.stringify(asked)])
  const hear = async <Message>(): Promise<Message> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The subscribers have ended.'))),
    ])) as [Message]
    return message
  }
  await hear()
  return {
    pid: child.pid ?? 0,
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

/** Who does not read does not see its connection end either, unless it writes. */
const knockEveryMs = 500

if (import.meta.main) {
  const { port, path, reading, stalled } = JSON.parse(process.argv[2] ?? '{}') as SubscriberArguments
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\n\r\n`
  const sockets: Socket[] = []
  const cutAfterMs: number[] = []
  let bytes = 0
  let readersCut = 0
  let answered = 0
  const isAnswered = () => {
    answered += 1
    if (answered === reading + stalled) process.send?.('ready')
  }
  const open = () => {
    const socket = connect({ host: '127.0.0.1', port })
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(request)
    return socket
  }
  const expectAnswer = (chunk: Buffer) => {
    if (!chunk.includes('200 OK')) throw new Error(`A subscriber was refused: ${chunk.toString()}`)
    isAnswered()
  }
  for (let place = 0; place < reading; place += 1) {
    const socket = open()
    socket.once('data', expectAnswer)
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    socket.on('close', () => {
      readersCut += 1
    })
  }
  const stall = (onAnswer: (chunk: Buffer) => void) => {
    const socket = open()
    const knocking = setInterval(() => socket.write('\r\n'), knockEveryMs)
    let stalledAt = 0
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      stalledAt = performance.now()
      onAnswer(chunk)
    })
    socket.on('close', () => {
      clearInterval(knocking)
      cutAfterMs.push(performance.now() - stalledAt)
      stall(() => undefined)
    })
  }
  for (let place = 0; place < stalled; place += 1) stall(expectAnswer)
  if (reading + stalled === 0) process.send?.('ready')
  process.on('message', () => {
    process.send?.({ bytes, cutAfterMs, readersCut } satisfies SubscriberReport)
  })
  process.on('disconnect', () => process.exit(0))
}
