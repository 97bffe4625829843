import { describe, expect, it } from 'vitest'
import { initialState } from '#core/run/state.ts'
import { tuning } from '../tuning.ts'
import { isSnapshotDue, type SnapshotPace } from './snapshot-pace.ts'

const every = tuning.snapshotEveryEvents

/** Characters of all snapshots of a run, and how much of its log was ever left behind one. */
function written(rows: number, eventsOfRow: number, charactersOfRow: number, stateAfter: (row: number) => number) {
  let pace: SnapshotPace = { logged: 0, last: 0 }
  let snapshots = 0
  let longest = 0
  for (let row = 0; row < rows; row += 1) {
    pace = { ...pace, logged: pace.logged + charactersOfRow }
    longest = Math.max(longest, pace.logged - pace.last)
    const before = { ...initialState(), seq: row * eventsOfRow }
    const after = { ...initialState(), seq: (row + 1) * eventsOfRow }
    if (!isSnapshotDue(before, after, pace)) continue
    snapshots += stateAfter(row)
    pace = { logged: 0, last: stateAfter(row) }
  }
  return { snapshots, longest }
}

describe('snapshots of a run', () => {
  it('come after so many events while its state is small', () => {
    const { snapshots, longest } = written(50_000, 2, 300, () => 2_000)
    expect(snapshots).toBe(((50_000 * 2) / every) * 2_000)
    expect(longest).toBeLessThanOrEqual((every / 2) * 300)
  })

  it('take together no more than a few times the log while its state grows with every row', () => {
    const rows = 10_000
    const { snapshots, longest } = written(rows, 20, 2_500, (row) => row * 1_500)
    expect(snapshots).toBeLessThan(3 * rows * 2_500)
    // What is read is at most a snapshot, as much again, and what one snapshot's worth of events has.
    expect(longest).toBeLessThanOrEqual((every / 20) * 2_500)
  })
})
