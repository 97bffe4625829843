import { expect, it } from 'vitest'
import { type Transitions, transition } from './transition.ts'

const door: Transitions<'open' | 'closed' | 'gone'> = { open: ['closed'], closed: ['open', 'gone'], gone: [] }

it('an actor moves to a state that may follow', () => {
  expect(transition('door', door, 'open', 'closed')).toBe('closed')
})

it('an impossible transition throws, and names the actor and both states', () => {
  expect(() => transition('door', door, 'open', 'gone')).toThrow('door: "open" cannot become "gone".')
  expect(() => transition('door', door, 'open', 'open')).toThrow('door: "open" cannot become "open".')
})
