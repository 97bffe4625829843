import { describe, expect, it } from 'vitest'
import { keyLeadsTo, playPace, within } from './moves.ts'

describe('keys of the scrubber', () => {
  it('move by one event, by a page, to the first event and to now', () => {
    const from = (key: string, seq = 50) => keyLeadsTo(key, seq, 400)
    expect([from('ArrowLeft'), from('ArrowDown'), from('ArrowRight'), from('ArrowUp')]).toEqual([49, 49, 51, 51])
    expect([from('PageDown'), from('PageUp'), from('Home'), from('End')]).toEqual([30, 70, 1, null])
  })

  it('stay within the run; beyond the last event is now', () => {
    expect([keyLeadsTo('ArrowLeft', 1, 3), keyLeadsTo('PageUp', 1, 3), within(-4, 3), within(3, 3)]).toEqual([
      1,
      null,
      1,
      null,
    ])
  })

  it('are no others', () => {
    expect(keyLeadsTo('a', 1, 3)).toBeUndefined()
  })
})

describe('playing', () => {
  it('shows every event of a short run, slowly enough to read', () => {
    expect(playPace(12)).toEqual({ stride: 1, tickMs: 600 })
  })

  it('ends within about twenty seconds however long the run is', () => {
    for (const count of [40, 200, 1_000, 10_000, 1_000_000]) {
      const { stride, tickMs } = playPace(count)
      expect((count / stride) * tickMs).toBeLessThanOrEqual(20_500)
    }
  })
})
