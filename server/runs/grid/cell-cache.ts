import { limits } from '#core/limits.ts'
import type { RunCells } from './cells.ts'

interface Entry {
  readonly seq: number
  readonly cells: RunCells
}

/** A cache of the cells of runs after the event `seq`; the least recently used entries are evicted. */
export interface CellCache {
  /** The cells of the run, if they are of that event or of a later one. */
  find(runId: string, seq: number): RunCells | undefined
  set(runId: string, seq: number, cells: RunCells): void
}

export function createCellCache(most: number = limits.grid.remembered): CellCache {
  const entries = new Map<string, Entry>()
  let weight = 0
  const drop = (runId: string) => {
    weight -= weightOf(entries.get(runId)?.cells)
    entries.delete(runId)
  }
  return {
    find(runId, seq) {
      const found = entries.get(runId)
      if (found === undefined || found.seq < seq) return undefined
      entries.delete(runId)
      entries.set(runId, found)
      return found.cells
    },
    set(runId, seq, cells) {
      drop(runId)
      entries.set(runId, { seq, cells })
      weight += weightOf(cells)
      for (const oldest of entries.keys()) {
        if (weight <= most) break
        drop(oldest)
      }
    },
  }
}

const weightOf = (cells: RunCells | undefined) => (cells === undefined ? 0 : cells === 'too_long' ? 1 : cells.size + 1)
