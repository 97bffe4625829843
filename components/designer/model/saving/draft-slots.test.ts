import { expect, it } from 'vitest'
import { emptyHistory } from '#core/graph/history/history.ts'
import { type SlotPorts, takeSlot } from './draft-slots.ts'

const draft = { revision: 1, text: 'mine', saved: false, history: emptyHistory }

/** A storage whose writes fail where it says so. */
function storage(fails: (key: string) => boolean = () => false) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (fails(key)) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
}

const slotIn = (ports: Partial<SlotPorts>) =>
  takeSlot({ storage: storage(), tab: storage(), newId: () => 'tab', now: () => 0, ...ports }, 'Loan')

it('says that a text is kept where it is, the first time and afterwards', () => {
  const slot = slotIn({})
  expect(slot.keep(draft)).toBe(true)
  expect(slot.keep(draft)).toBe(true)
})

it('says that it is not where there is no room for it, or none to find it again', () => {
  expect(slotIn({ storage: storage(() => true) }).keep(draft)).toBe(false)
  expect(slotIn({ storage: storage((key) => key.startsWith('heddle.drafts.')) }).keep(draft)).toBe(false)
})

it('says that it is not where the browser keeps nothing for the site', () => {
  const slot = slotIn({ forgets: true })
  expect(slot.keep(draft)).toBe(false)
  expect(slot.keep(draft)).toBe(false)
})
