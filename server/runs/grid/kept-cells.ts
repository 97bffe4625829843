import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { generationsOf } from '../../db/pool.ts'
import type { RunCells } from './cells.ts'

interface Kept {
  readonly seq: number
  readonly cells: RunCells
}

/** A cache of the cells of runs after the event `seq`; the least recently used entries are evicted. */
export interface KeptCells {
  /** The cells of the run, if they are of that event or of a later one. */
  find(runId: string, seq: number): RunCells | undefined
  keep(runId: string, seq: number, cells: RunCells): void
}

export function createKeptCells(most: number = limits.grid.remembered): KeptCells {
  const kept = new Map<string, Kept>()
  let held = 0
  const drop = (runId: string) => {
    held -= weightOf(kept.get(runId)?.cells)
    kept.delete(runId)
  }
  return {
    find(runId, seq) {
      const found = kept.get(runId)
      if (found === undefined || found.seq < seq) return undefined
      kept.delete(runId)
      kept.set(runId, found)
      return found.cells
    },
    keep(runId, seq, cells) {
      drop(runId)
      kept.set(runId, { seq, cells })
      held += weightOf(cells)
      for (const oldest of kept.keys()) {
        if (held <= most) break
        drop(oldest)
      }
    },
  }
}

const weightOf = (cells: RunCells | undefined) => (cells === undefined ? 0 : cells === 'too_long' ? 1 : cells.size + 1)

const byPool = new WeakMap<Pool, KeptCells>()

/** The cache of this process for the runs behind a pool. */
export function keptCellsOf(pool: Pool): KeptCells {
  const known = byPool.get(pool)
  if (known) return known
  const fresh = createKeptCells()
  byPool.set(pool, fresh)
  // In another generation of the database, histories may be shorter and continue differently.
  const endWatch = generationsOf(pool).onChange(() => {
    byPool.delete(pool)
    endWatch()
  })
  return fresh
}
