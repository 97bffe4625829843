import { expect, test } from 'vitest'
import { assertTransition, type Transitions } from './transitions.ts'

const transitions: Transitions<'open' | 'closed' | 'locked'> = {
  open: ['closed'],
  closed: ['open', 'locked'],
  locked: ['closed'],
}

test('a machine goes only where its table leads, and may stay where it is', () => {
  expect(() => assertTransition('A door', transitions, 'open', 'closed')).not.toThrow()
  expect(() => assertTransition('A door', transitions, 'open', 'open')).not.toThrow()
  expect(() => assertTransition('A door', transitions, 'open', 'locked')).toThrow(
    'A door cannot go from open to locked.',
  )
})
