import { describe, expect, test } from 'vitest'
import { Autosave, type SaveOutcome, saveDelayMs } from './autosave.ts'

/** A server and a clock in the test's hands: every save waits for an answer, every timer for `pass`. */
function world() {
  const saves: {
    text: string
    base: number
    answer: (outcome: SaveOutcome) => void
    fail: (message: string) => void
  }[] = []
  let timers: { at: number; perform: () => void }[] = []
  let now = 0
  const autosave = new Autosave(
    {
      save: (text, base) =>
        new Promise((resolve, reject) => {
          saves.push({ text, base, answer: resolve, fail: (message) => reject(new Error(message)) })
        }),
      schedule: (perform, delayMs) => {
        const timer = { at: now + delayMs, perform }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      now: () => now,
    },
    { text: 'first', revision: 7, at: 0 },
  )
  return {
    autosave,
    saves,
    state: () => autosave.store.getState().state,
    revision: () => autosave.store.getState().revision,
    async pass(ms: number) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const timer of due) timer.perform()
      await settled()
    },
  }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const saved = (revision: number): SaveOutcome => ({ outcome: 'saved', revision, updatedAt: '2026-01-01T00:00:00.000Z' })

describe('autosave', () => {
  test('a burst of typing is one save, based on the revision it started from', async () => {
    const { autosave, saves, pass, state, revision } = world()
    autosave.changed('first!')
    await pass(saveDelayMs / 2)
    autosave.changed('first!!')
    await pass(saveDelayMs / 2)
    expect(saves).toHaveLength(0)
    expect(state()).toEqual({ kind: 'unsaved' })
    await pass(saveDelayMs)
    expect(saves.map(({ text, base }) => [text, base])).toEqual([['first!!', 7]])
    expect(state()).toEqual({ kind: 'saving' })
    saves[0]?.answer(saved(8))
    await settled()
    expect(state()).toEqual({ kind: 'saved', at: saveDelayMs * 2 })
    expect(revision()).toBe(8)
  })

  test('what is typed while a save is under way is saved next', async () => {
    const { autosave, saves, pass, state } = world()
    autosave.changed('second')
    await pass(saveDelayMs)
    autosave.changed('third')
    saves[0]?.answer(saved(8))
    await settled()
    expect(state()).toEqual({ kind: 'unsaved' })
    await pass(saveDelayMs)
    expect(saves[1]).toMatchObject({ text: 'third', base: 8 })
  })

  test('undoing back to the saved text needs no save', async () => {
    const { autosave, saves, pass, state } = world()
    autosave.changed('second')
    autosave.changed('first')
    await pass(saveDelayMs)
    expect(saves).toHaveLength(0)
    expect(state().kind).toBe('saved')
  })

  test('a failed save is tried again with the newest text', async () => {
    const { autosave, saves, pass, state } = world()
    autosave.changed('second')
    await pass(saveDelayMs)
    saves[0]?.fail('offline')
    await settled()
    expect(state()).toEqual({ kind: 'retrying', attempt: 1, message: 'offline' })
    autosave.changed('third')
    await pass(2_000)
    expect(saves[1]?.text).toBe('third')
    saves[1]?.fail('offline')
    await settled()
    expect(state()).toMatchObject({ kind: 'retrying', attempt: 2 })
    await pass(5_000)
    saves[2]?.answer(saved(8))
    await settled()
    expect(state().kind).toBe('saved')
  })

  test('a text that is refused is not sent again until it is changed', async () => {
    const { autosave, saves, pass, state } = world()
    autosave.changed('second')
    await pass(saveDelayMs)
    saves[0]?.answer({ outcome: 'refused', message: 'Too large.' })
    await settled()
    expect(state()).toEqual({ kind: 'refused', message: 'Too large.' })
    await pass(60_000)
    expect(saves).toHaveLength(1)
    autosave.changed('third')
    expect(state().kind).toBe('unsaved')
    await pass(saveDelayMs)
    autosave.changed('fourth')
    saves[1]?.answer({ outcome: 'refused', message: 'Too large.' })
    await settled()
    expect(state().kind).toBe('unsaved')
    await pass(saveDelayMs)
    expect(saves[2]).toMatchObject({ text: 'fourth', base: 7 })
    saves[2]?.answer(saved(8))
    await settled()
    expect(state().kind).toBe('saved')
  })

  test('a conflict stops saving until somebody decides, and mine goes on top of theirs', async () => {
    const { autosave, saves, pass, state, revision } = world()
    autosave.changed('mine')
    await pass(saveDelayMs)
    saves[0]?.answer({ outcome: 'conflict', revision: 9, text: 'theirs', updatedBy: 'ana' })
    await settled()
    const theirs = { revision: 9, text: 'theirs', updatedBy: 'ana' }
    expect(state()).toEqual({ kind: 'conflict', theirs, undecided: false })
    autosave.undecided()
    expect(state()).toMatchObject({ kind: 'conflict', undecided: true })
    autosave.changed('mine, more')
    await pass(60_000)
    expect(saves).toHaveLength(1)
    expect(await autosave.flush()).toBe(false)
    const resolved = autosave.resolve('mine, more')
    await settled()
    expect(saves[1]).toMatchObject({ text: 'mine, more', base: 9 })
    saves[1]?.answer(saved(10))
    expect(await resolved).toBe(true)
    expect(revision()).toBe(10)
  })

  test('taking theirs needs no save', async () => {
    const { autosave, saves, pass, state, revision } = world()
    autosave.changed('mine')
    await pass(saveDelayMs)
    saves[0]?.answer({ outcome: 'conflict', revision: 9, text: 'theirs', updatedBy: 'ana' })
    await settled()
    autosave.adopt('theirs', 9, 5)
    await pass(60_000)
    expect(saves).toHaveLength(1)
    expect(state()).toEqual({ kind: 'saved', at: 5 })
    expect(revision()).toBe(9)
  })

  test('a save whose answer was lost is no conflict with what was typed since', async () => {
    const { autosave, saves, pass, state } = world()
    autosave.changed('second')
    await pass(saveDelayMs)
    saves[0]?.fail('offline')
    await settled()
    autosave.changed('third')
    await pass(2_000)
    saves[1]?.answer({ outcome: 'conflict', revision: 8, text: 'second', updatedBy: 'local' })
    await settled()
    expect(state()).toEqual({ kind: 'unsaved' })
    await pass(0)
    expect(saves[2]).toMatchObject({ text: 'third', base: 8 })
  })

  test('a merge that is what the server has already needs no save', async () => {
    const { autosave, saves, pass, state, revision } = world()
    autosave.changed('mine')
    await pass(saveDelayMs)
    saves[0]?.answer({ outcome: 'conflict', revision: 9, text: 'theirs', updatedBy: 'ana' })
    await settled()
    expect(await autosave.resolve('theirs')).toBe(true)
    expect([state().kind, revision()]).toEqual(['saved', 9])
  })

  test('flush saves at once and says whether the server has the newest text', async () => {
    const { autosave, saves } = world()
    expect(await autosave.flush()).toBe(true)
    autosave.changed('second')
    const flushed = autosave.flush()
    await settled()
    saves[0]?.answer(saved(8))
    expect(await flushed).toBe(true)
  })

  test('nothing is scheduled after it was stopped, and resolving without a conflict does nothing', async () => {
    const { autosave, saves, pass } = world()
    autosave.changed('second')
    autosave.stop()
    await pass(60_000)
    expect(saves).toHaveLength(0)
    expect(await autosave.resolve('x')).toBe(false)
  })

  test('the states follow each other as their table says', async () => {
    const { autosave, saves, pass, state } = world()
    const states: string[] = [state().kind]
    autosave.store.subscribe(({ state: { kind } }) => {
      if (kind !== states.at(-1)) states.push(kind)
    })
    autosave.changed('second')
    autosave.changed('first')
    autosave.changed('second')
    await pass(saveDelayMs)
    saves[0]?.fail('offline')
    await settled()
    await pass(2_000)
    saves[1]?.answer({ outcome: 'refused', message: 'too large' })
    await settled()
    autosave.changed('third')
    await pass(saveDelayMs)
    autosave.changed('fourth')
    saves[2]?.answer(saved(8))
    await settled()
    await pass(saveDelayMs)
    saves[3]?.answer({ outcome: 'conflict', revision: 9, text: 'theirs', updatedBy: 'ana' })
    await settled()
    autosave.undecided()
    const resolved = autosave.resolve('merged')
    await settled()
    saves[4]?.answer(saved(10))
    expect(await resolved).toBe(true)
    expect(states).toEqual([
      ...['saved', 'unsaved', 'saved', 'unsaved', 'saving', 'retrying', 'saving', 'refused', 'unsaved', 'saving'],
      ...['unsaved', 'saving', 'conflict', 'unsaved', 'saving', 'saved'],
    ])
  })
})
