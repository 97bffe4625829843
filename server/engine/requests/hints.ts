import type { Pool } from 'pg'
import { mayAddress } from '#server/fleet/hint-spacing.ts'
import type { EngineIdentity } from '../ports.ts'
import type { LastEngine } from '../store/send.ts'
import { tuning } from '../tuning.ts'
import { channelOf, channelOfEngine, EAGER_STARTS } from '../world/hints/channels.ts'
import { createRedisTransport } from '../world/hints/redis-transport.ts'
import { SpacedHints } from './spaced-hints.ts'

/**
 * Hints from a process that is no engine: new work or new log entries are there. A hint goes out at once, and at most one
 * a channel in ten milliseconds; polling makes up for a lost hint.
 */
export interface Hints {
  /** Wakes the engines, for a run that is ready or has mail. */
  wakeEngines(): void
  /**
   * Wakes one engine, for a run that has mail: the engine that holds the run, and nobody else; or the engine that had it
   * last and has its definition and large values in memory, and all others a moment later.
   */
  wakeEngineOf(last: LastEngine): void
  /** Lets the lock managers look at all requests, after a lock was given back by no run. */
  wakeLocks(): void
  /** Wakes the subscribers of log changes. */
  wakeFollowers(): void
  /** Wakes the workers of all queues. */
  wakeWorkers(): void
  /** How the hint of an eager start travels. */
  readonly eagerStarts: EagerStartHints
  /** Drops hints that wait for their turn. */
  close(): void
}

export interface EagerStartHints {
  /** The channel on which the transaction of the start itself notifies the engine; null: `send` does it afterwards. */
  channelFor(engine: EngineIdentity): string | null
  send(engine: EngineIdentity, hint: string): void
}

export interface HintsOptions {
  /** The Redis or Valkey that carries the hints; NOTIFY when absent. */
  readonly hintsUrl?: string | undefined
  readonly onError?: ((error: Error) => void) | undefined
}

/** A hint need not survive a crash: its transaction need not wait for the disk. */
const notify = {
  name: 'hint',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, '')`,
}

export function createHints(pool: Pool, { hintsUrl, onError = () => undefined }: HintsOptions = {}): Hints {
  const redis =
    hintsUrl === undefined ? null : createRedisTransport({ url: hintsUrl, onError, onHint: () => undefined })
  const spaced = new SpacedHints((channel) => {
    if (redis) redis.send([{ channel }])
    else pool.query({ ...notify, values: [channel] }).catch(() => undefined)
  })
  let later: NodeJS.Timeout | undefined
  const wakeEngines = () => spaced.add(channelOf.engine)
  const wakeLater = () => {
    later ??= setTimeout(() => {
      later = undefined
      wakeEngines()
    }, tuning.preferredMs).unref()
  }
  const wakeEngineOf = ({ epoch, holds }: LastEngine) => {
    if (epoch === 0 || !mayAddress()) return wakeEngines()
    spaced.add(channelOfEngine(epoch))
    if (!holds) wakeLater()
  }
  return {
    wakeEngines,
    wakeEngineOf,
    wakeLocks: () => spaced.add(channelOf.locks),
    wakeFollowers: () => spaced.add(channelOf.log),
    wakeWorkers: () => spaced.add(channelOf.work),
    eagerStarts: {
      channelFor: ({ epoch }) => (redis ? null : mayAddress() ? channelOfEngine(epoch) : EAGER_STARTS),
      send: ({ epoch }, hint) => redis?.send([{ channel: channelOfEngine(epoch), payload: hint }]),
    },
    close() {
      clearTimeout(later)
      spaced.close()
      void redis?.close()
    },
  }
}
