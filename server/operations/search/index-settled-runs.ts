import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import type { RunState } from '#core/run/state.ts'
import { tuning } from '#server/engine/tuning.ts'
import { type Entry, entryOf, keepEntries } from './entries.ts'
import { indexLimits } from './index-limits.ts'
import { createIndexPool } from './index-pool.ts'

const { settledRuns, settledEveryMs, settledCharacters, batchRuns } = indexLimits

/**
 * Indexes the runs of this engine as they settle, from the states in memory, so that their histories need not be read
 * again. It is best effort: the subscription to the log writes missing entries.
 */
export interface SettledRunIndex {
  /** A run waits or has ended; its history is this many characters long. */
  onSettled(state: RunState, characters: number): void
  stop(): Promise<void>
}

export function startSettledRunIndex(databaseUrl: string, log: (line: string) => void): SettledRunIndex {
  const pool: Pool = createIndexPool(databaseUrl)
  let waiting = new Map<string, Entry>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let stopped = false
  let complaint = ''

  const write = async (): Promise<void> => {
    const entries = [...waiting.values()]
    waiting = new Map()
    try {
      for (let from = 0; from < entries.length && !stopped; from += batchRuns) {
        for (const line of await keepEntries(pool, entries.slice(from, from + batchRuns))) log(`index of runs: ${line}`)
      }
      complaint = ''
    } catch (error) {
      const message = messageOf(error)
      if (!stopped && message !== complaint) log(`index of runs: ${message}; the log is read for missing entries`)
      complaint = message
    }
  }
  const soon = () => {
    if (timer || writing || stopped || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = null
      writing = write().finally(() => {
        writing = null
        soon()
      })
    }, settledEveryMs)
  }

  return {
    onSettled(state, characters) {
      // Expensive states are not indexed on the main thread, nor kept for later. For a history with a snapshot, only
      // the part after the snapshot is counted.
      if (characters > settledCharacters || state.seq > tuning.snapshotEveryEvents) return
      const { run_id: runId, owner_id: ownerId } = state.header
      if (waiting.size >= settledRuns && !waiting.has(runId)) return
      // The entry is made at once: a state that is kept for a while is copied by every garbage collection.
      try {
        waiting.set(runId, entryOf(runId, ownerId, state))
      } catch (error) {
        log(`index of runs: run ${runId} is left to the subscription to the log: ${messageOf(error)}`)
      }
      soon()
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await writing
      await pool.end()
    },
  }
}
