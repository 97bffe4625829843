import { describe, expect, test } from 'vitest'
import { moveSteps, nudgeSelection } from '../commands/step-commands.ts'
import { unsavedElsewhere } from './saving/draft-slots.ts'
import { shelfStorage } from './testing/quiet-ports.ts'
import { text, world } from './testing/session-world.ts'

describe('one undo step is', () => {
  test('a drag of several steps', async () => {
    const { session, settle } = world()
    await settle()
    moveSteps(session, { Score: { x: 0, y: 0 }, Pay: { x: 0, y: 400 }, Refuse: { x: 300, y: 400 } })
    expect(session.document.store.getState().history.past).toHaveLength(1)
    session.document.undo()
    expect(session.document.store.getState().text).toBe(text)
  })

  test('a burst of arrow keys that move the selection', async () => {
    const { session, settle } = world()
    await settle()
    session.selection.selectSteps(['Score', 'Pay'])
    for (let press = 0; press < 5; press += 1) nudgeSelection(session, 20, 0)
    expect(session.document.store.getState().history.past).toHaveLength(1)
    session.document.undo()
    expect(session.document.store.getState().text).toBe(text)
  })
})

describe('what this browser keeps of a draft', () => {
  const keyOf = 'heddle.draft.Loan'
  const unsaved = JSON.stringify({
    revision: 3,
    text: text.replace('loans.pay', 'loans.pay_later'),
    saved: false,
    history: { past: [], future: [] },
  })

  test('opened while the server does not answer, it is saved as soon as it does', async () => {
    const { session, settle, saved } = world(
      { unsent: true, text: text.replace('loans.pay', 'loans.pay_later') },
      new Map([[keyOf, unsaved]]),
    )
    expect(session.autosave.store.getState().state.kind).toBe('unsaved')
    await settle()
    expect(saved).toEqual([text.replace('loans.pay', 'loans.pay_later')])
  })

  test('two tabs that type keep what each of them typed, and the next one is offered what it does not open', () => {
    const shelf = new Map<string, string>()
    const [one, other] = [world({}, shelf, new Map()), world({}, shelf, new Map())]
    one.session.document.type(text.replace('Loan', 'Lend'))
    other.session.document.type(text.replace('Loan', 'Give'))
    one.session.storeCopy()
    other.session.storeCopy()
    one.session.storeCopy(true)
    other.session.storeCopy(true)
    const next = new Map<string, string>()
    const third = world({}, shelf, next)
    const opened = third.session.document.store.getState().text
    expect(opened).toContain('Give')
    third.session.storeCopy()
    const ports = { storage: shelfStorage(shelf), tab: shelfStorage(next), now: () => 0 }
    expect(unsavedElsewhere(ports, 'Loan', opened).map((kept) => kept.text)).toEqual([text.replace('Loan', 'Lend')])
  })

  test('has what is still being typed, which is saved too', async () => {
    const { session, settle, saved, shelf } = world()
    await settle()
    const longer = text.replace('loans.pay', 'loans.pay_at_once')
    let typed: string | null = longer
    session.document.holdTyping(() => {
      if (typed !== null) session.document.type(typed)
      typed = null
    })
    session.storeCopy(true)
    const next = world({}, shelf, new Map())
    expect(next.session.document.store.getState().text).toBe(longer)
    await session.autosave.flush()
    expect(saved).toEqual([longer])
  })

  test('is not written over by a window that only looks', async () => {
    const { session, settle, shelf } = world()
    await settle()
    shelf.set(keyOf, unsaved)
    session.storeCopy()
    session.stop()
    expect(shelf.get(keyOf)).toBe(unsaved)
  })
})
