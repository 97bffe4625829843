import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineClient } from '#server/engine/requests/engine-client.ts'
import { NoSuchRun } from '#server/engine/requests/send-command.ts'
import type { Random } from './random.ts'

/**
 * The sender of the signals that runs wait for: each signal is sent at a random moment, before or after its run waits
 * for it, and at least twice.
 */
export interface Signaller {
  owe(runId: string): void
  readonly sent: number
  stop(): Promise<void>
}

interface Owed {
  readonly runId: string
  readonly signal: string
  readonly operationId: string
  readonly at: number
  times: number
}

const signals = ['supplies', 'relief']
const TIMES = 2
const WITHIN_MS = 12_000
const LOOK_MS = 50

export function startSignaller(client: EngineClient, random: Random): Signaller {
  let owed: Owed[] = []
  let sent = 0
  const stopping = new AbortController()

  /**
   * Sends a signal. If the database was away, the signal is sent again later, though the first send may have arrived.
   */
  const send = async (signal: Owed): Promise<void> => {
    const command = { type: 'signal', signal_name: signal.signal, payload: {}, actor: { id: 'signaller' } } as const
    try {
      await client.sendCommand({ runId: signal.runId, operationId: signal.operationId, command }, 0)
      signal.times += 1
      sent += 1
    } catch (error) {
      // The signal has arrived, and its run has gone on, ended and been removed.
      if (error instanceof NoSuchRun) signal.times = TIMES
    }
  }

  const working = (async () => {
    while (!stopping.signal.aborted) {
      const now = Date.now()
      await Promise.all(owed.filter(({ at }) => at <= now).map(send))
      owed = owed.filter(({ times }) => times < TIMES)
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  return {
    owe(runId) {
      for (const signal of signals) {
        const at = Date.now() + random.next() * WITHIN_MS
        owed.push({ runId, signal, operationId: randomUUID(), at, times: 0 })
      }
    },
    get sent() {
      return sent
    },
    async stop() {
      stopping.abort()
      await working
    },
  }
}
