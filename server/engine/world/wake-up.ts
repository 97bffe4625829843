import pg from 'pg'
import { limits } from '#core/limits.ts'
import { createGenerations, type Generations } from '../../db/generations.ts'
import type { EagerStartHint, Topic, WakeUp } from '../ports.ts'
import { OutgoingHints } from './outgoing-hints.ts'

/**
 * Wake-up hints between processes, over NOTIFY: at most one per topic in ten milliseconds, the first of a burst at
 * once. Hints have no payload, except hints of eager starts (`store/eager-start.ts` sends those). Hints use a connection of
 * their own, outside every commit path, since a transaction that notifies takes a lock of the whole database when it
 * commits. Hints may be lost; every listener polls as well.
 */
export interface WakeUpOptions {
  readonly databaseUrl: string
  /** False: nothing is sent or heard, as if every hint were lost. */
  readonly notify: boolean
  /**
   * Generations shared with other connections: hints from a server that all other connections have left are not heard.
   */
  readonly generations?: Generations
  readonly onError?: (error: Error) => void
}

const channelOf: Record<Topic, string> = {
  engine: 'heddle_engine',
  locks: 'heddle_locks',
  log: 'heddle_log',
  settled: 'heddle_settled',
  work: 'heddle_work',
}
const topics = Object.keys(channelOf) as Topic[]
const EAGER_STARTS = 'heddle_given'
const RECONNECT_MS = 1_000
const { connectMs, answerMs, keepAliveMs } = limits.database

export function createWakeUp({
  databaseUrl,
  notify,
  generations = createGenerations(),
  onError,
}: WakeUpOptions): WakeUp {
  const listeners: Record<Topic, Set<() => void>> = {
    engine: new Set(),
    locks: new Set(),
    log: new Set(),
    settled: new Set(),
    work: new Set(),
  }
  let onEagerStart: ((hint: EagerStartHint) => void) | null = null
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let reconnect: NodeJS.Timeout | null = null
  let closed = false

  /** Reports an error, unless closed: errors of the last hints do not matter. */
  const report = (error: Error) => {
    if (!closed) onError?.(error)
  }

  const connect = async (): Promise<void> => {
    const fresh = clientOf(databaseUrl)
    const lost = (error?: Error) => {
      if (error) report(error)
      if (client !== fresh) return
      client = null
      if (!closed) reconnect = setTimeout(connectAgain, RECONNECT_MS).unref()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ channel, processId, payload }) => {
      if (channel === EAGER_STARTS) {
        if (payload !== undefined) onEagerStart?.(readHint(payload))
        return
      }
      // This process has told its own listeners already.
      if (processId === (fresh as unknown as { processID: number }).processID) return
      const topic = topics.find((one) => channelOf[one] === channel)
      if (topic) tell(topic)
    })
    try {
      await fresh.connect()
      await generations.admit(fresh)
      client = fresh
      if (closed) await fresh.end()
      else for (const channel of channelsHeard()) await fresh.query(`listen ${channel}`)
    } catch (error) {
      client = fresh
      lost(error as Error)
      // The client may still be connected, without any LISTEN.
      fresh.end().catch(() => undefined)
    }
  }
  const connectAgain = () => {
    connecting = connect().finally(() => {
      connecting = null
    })
  }
  const channelsHeard = () => [
    ...topics.filter((topic) => listeners[topic].size > 0).map((topic) => channelOf[topic]),
    ...(onEagerStart ? [EAGER_STARTS] : []),
  ]
  const tell = (topic: Topic) => {
    for (const listener of listeners[topic]) listener()
  }

  const outgoing = new OutgoingHints((due) => {
    client?.query(due.map((topic) => `notify ${channelOf[topic]}`).join(';')).catch(report)
  })

  if (notify) connectAgain()
  return {
    wake(topic) {
      tell(topic)
      if (notify && !closed) outgoing.add(topic)
    },
    listen(topic, listener) {
      listeners[topic].add(listener)
      if (listeners[topic].size === 1) client?.query(`listen ${channelOf[topic]}`).catch(report)
      return () => listeners[topic].delete(listener)
    },
    async listenForEagerStarts(listener) {
      onEagerStart = listener
      if (!notify) return false
      await connecting
      try {
        return client !== null && (await client.query(`listen ${EAGER_STARTS}`)) !== null
      } catch (error) {
        onError?.(error as Error)
        return false
      }
    },
    async close() {
      closed = true
      if (reconnect) clearTimeout(reconnect)
      outgoing.close()
      await connecting
      await client?.end().catch(() => undefined)
    },
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

function readHint(payload: string): EagerStartHint {
  const afterEngine = payload.indexOf(' ')
  const afterRun = payload.indexOf(' ', afterEngine + 1)
  return {
    engineId: payload.slice(0, afterEngine),
    runId: payload.slice(afterEngine + 1, afterRun),
    events: payload.slice(afterRun + 1),
  }
}
