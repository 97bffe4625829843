import pg from 'pg'
import { limits } from '#core/limits.ts'
import { createGenerations, type Generations } from '../../../db/generations.ts'
import type { Hint, HintTransport, TransportOptions } from './transport.ts'

export interface NotifyOptions extends TransportOptions {
  readonly databaseUrl: string
  /**
   * Generations shared with other connections: hints from a server that all other connections have left are not heard.
   */
  readonly generations?: Generations | undefined
}

const RECONNECT_MS = 1_000
const { connectMs, answerMs, keepAliveMs } = limits.database

/**
 * Hints by NOTIFY, over a connection of their own, outside every commit path: a transaction that notifies takes a lock
 * of the whole database when it commits.
 */
export function createNotifyTransport(options: NotifyOptions): HintTransport {
  const transport = new NotifyTransport(options)
  transport.connect()
  return transport
}

class NotifyTransport implements HintTransport {
  readonly #options: NotifyOptions
  readonly #generations: Generations
  readonly #heard = new Set<string>()
  #client: pg.Client | null = null
  #connecting: Promise<void> | null = null
  #reconnect: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: NotifyOptions) {
    this.#options = options
    this.#generations = options.generations ?? createGenerations()
  }

  connect(): void {
    this.#connecting = this.#open().finally(() => {
      this.#connecting = null
    })
  }

  send(hints: readonly Hint[]): void {
    this.#client?.query(hints.map(({ channel }) => `notify ${channel}`).join(';')).catch(this.#report)
  }

  async hear(channel: string): Promise<boolean> {
    this.#heard.add(channel)
    await this.#connecting
    try {
      return this.#client !== null && (await this.#client.query(`listen ${channel}`)) !== null
    } catch (error) {
      this.#report(error as Error)
      return false
    }
  }

  leave(channel: string): void {
    if (!this.#heard.delete(channel) || this.#closed) return
    this.#client?.query(`unlisten ${channel}`).catch(this.#report)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#reconnect) clearTimeout(this.#reconnect)
    await this.#connecting
    await this.#client?.end().catch(() => undefined)
  }

  async #open(): Promise<void> {
    const fresh = clientOf(this.#options.databaseUrl)
    const lost = (error?: Error) => {
      if (error) this.#report(error)
      if (this.#client !== fresh) return
      this.#client = null
      if (!this.#closed) this.#reconnect = setTimeout(() => this.connect(), RECONNECT_MS).unref()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ channel, processId, payload }) => {
      // This process has told its own listeners already.
      if (processId === (fresh as unknown as { processID: number }).processID) return
      this.#options.onHint(channel, payload ?? '')
    })
    try {
      await fresh.connect()
      await this.#generations.admit(fresh)
      this.#client = fresh
      if (this.#closed) await fresh.end()
      else for (const channel of this.#heard) await fresh.query(`listen ${channel}`)
    } catch (error) {
      this.#client = fresh
      lost(error as Error)
      // The client may still be connected, without any LISTEN.
      fresh.end().catch(() => undefined)
    }
  }

  /** Reports an error, unless closed: errors of the last hints do not matter. */
  readonly #report = (error: Error): void => {
    if (!this.#closed) this.#options.onError(error)
  }
}

function clientOf(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: 'heddle wake-up',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectMs,
    // Without a time-out, hints to a silent server would pile up without end.
    query_timeout: answerMs,
    pipeline: true,
    // A hint need not survive a crash: its transaction need not wait for the disk.
    options: '-c synchronous_commit=off',
  })
}
