import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { limits } from '#core/limits.ts'
import type { Hint, HintTransport, TransportOptions } from './transport.ts'

export interface RedisOptions extends TransportOptions {
  /** `redis://` or `rediss://`; Redis or Valkey. */
  readonly url: string
}

const RECONNECT_MS = 1_000
/** A server that answers no ping for `SILENT_MS` is left: a half-open socket would lose every hint without a word. */
const PING_MS = 5_000
const SILENT_MS = 15_000

/**
 * Hints by the pub/sub of Redis or Valkey, for large installations: PostgreSQL wakes every listening connection for each
 * hint, Redis only the subscribers of its channel. Nothing is stored there, so its loss costs latency and nothing else.
 */
export function createRedisTransport(options: RedisOptions): HintTransport {
  return new RedisTransport(options)
}

const clientOf = (url: string) =>
  createClient({
    url,
    // One connection publishes and subscribes.
    RESP: 3,
    name: 'heddle-hints',
    // A hint that cannot be sent now is worth nothing later.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: limits.database.connectMs,
      socketTimeout: SILENT_MS,
      reconnectStrategy: () => RECONNECT_MS,
    },
  })

class RedisTransport implements HintTransport {
  readonly #options: RedisOptions
  /** In front of each payload, so that a process does not hear itself. */
  readonly #sender = randomUUID()
  readonly #client: ReturnType<typeof clientOf>
  readonly #heard = new Set<string>()
  readonly #connected: Promise<unknown>
  #isReported = false
  #closed = false

  constructor(options: RedisOptions) {
    this.#options = options
    this.#client = clientOf(options.url)
    this.#client.on('error', (error: Error) => this.#report(error))
    this.#client.on('ready', () => {
      this.#isReported = false
      for (const channel of this.#heard) void this.#subscribe(channel)
    })
    const first = new Promise<void>((resolve) => {
      this.#client.once('ready', resolve)
      this.#client.once('error', () => resolve())
    })
    // It settles when the connection is there, however long that takes.
    this.#client.connect().catch((error: Error) => this.#report(error))
    this.#connected = first
  }

  send(hints: readonly Hint[]): void {
    if (!this.#client.isReady) return
    for (const { channel, payload = '' } of hints)
      this.#client.publish(channel, `${this.#sender} ${payload}`).catch((error: Error) => this.#report(error))
  }

  async hear(channel: string): Promise<boolean> {
    this.#heard.add(channel)
    await this.#connected
    return this.#client.isReady && (await this.#subscribe(channel))
  }

  leave(channel: string): void {
    if (!this.#heard.delete(channel) || !this.#client.isReady) return
    this.#client.unsubscribe(channel).catch((error: Error) => this.#report(error))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#client.destroy()
  }

  /** Subscribing again changes nothing: a channel has one listener. */
  async #subscribe(channel: string): Promise<boolean> {
    try {
      await this.#client.subscribe(channel, this.#hear)
      return true
    } catch (error) {
      this.#report(error as Error)
      return false
    }
  }

  readonly #hear = (message: string, channel: string): void => {
    const end = message.indexOf(' ')
    if (message.slice(0, end) !== this.#sender) this.#options.onHint(channel, message.slice(end + 1))
  }

  /** An outage is one error, however often the client tries again. */
  #report(error: Error): void {
    if (this.#closed || this.#isReported) return
    this.#isReported = true
    this.#options.onError(error)
  }
}
