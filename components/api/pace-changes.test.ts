import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paceChanges } from './pace-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Hears what is told and when; each telling takes as long as the server needs. */
function listener(tookMs = 0) {
  const startedAt = Date.now()
  const reports: [atMs: number, runs: readonly string[] | null][] = []
  const tell = (runIds: ReadonlySet<string> | null) => {
    reports.push([Date.now() - startedAt, runIds && [...runIds]])
    return new Promise((resolve) => setTimeout(resolve, tookMs))
  }
  return { reports, tell }
}

describe('changes', () => {
  it('are told at once when nothing happened before, and together when they come together', async () => {
    const { reports, tell } = listener()
    const paced = paceChanges(tell, 100)
    paced.hear(['a'])
    paced.hear(['b', 'a'])
    await vi.advanceTimersByTimeAsync(50)
    expect(reports).toEqual([[16, ['a', 'b']]])
  })

  it('of a burst are told in pieces, the last one too', async () => {
    const { reports, tell } = listener()
    const paced = paceChanges(tell, 100)
    for (let change = 0; change < 300; change += 1) {
      paced.hear([`run ${change}`])
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reports.map(([at]) => at)).toEqual([16, 116, 216, 316])
    expect(reports.flatMap(([, runs]) => runs)).toHaveLength(300)
  })

  it('wait for an answer that takes its time, and leave the server twice as long alone', async () => {
    const { reports, tell } = listener(200)
    const paced = paceChanges(tell, 100)
    paced.hear(['a'])
    await vi.advanceTimersByTimeAsync(100)
    paced.hear(['b'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(reports).toEqual([
      [16, ['a']],
      [616, ['b']],
    ])
  })

  it('are told after a question that failed', async () => {
    const reports: unknown[] = []
    const paced = paceChanges(() => {
      reports.push(1)
      throw new Error('no answer')
    }, 100)
    paced.hear(['a'])
    await vi.advanceTimersByTimeAsync(50)
    paced.hear(['b'])
    await vi.advanceTimersByTimeAsync(500)
    expect(reports).toHaveLength(2)
  })

  it('that are too many, or that nobody knows, are told as all', async () => {
    const { reports, tell } = listener()
    const paced = paceChanges(tell, 100)
    paced.hear(Array.from({ length: 1_001 }, (_, index) => `run ${index}`))
    paced.hear(['a'])
    await vi.advanceTimersByTimeAsync(50)
    paced.hear(null)
    paced.hear(['b'])
    await vi.advanceTimersByTimeAsync(500)
    expect(reports.map(([, runs]) => runs)).toEqual([null, null])
  })

  it('are not hurried while nobody looks, and told at once when somebody does', async () => {
    const { reports, tell } = listener()
    const paced = paceChanges(tell, 100, false)
    paced.hear(['a'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reports).toEqual([])
    paced.show(true)
    await vi.advanceTimersByTimeAsync(50)
    expect(reports).toEqual([[1_016, ['a']]])
    paced.show(false)
    paced.hear(['b'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reports).toHaveLength(2)
  })

  it('are told to nobody who has gone', async () => {
    const { reports, tell } = listener()
    const paced = paceChanges(tell, 100)
    paced.hear(['a'])
    paced.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reports).toEqual([])
  })
})
