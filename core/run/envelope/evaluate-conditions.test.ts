import { describe, expect, test } from 'vitest'
import type { EnvelopeCondition } from '#core/definition/envelope.ts'
import { enveloped } from '../testing/enveloped.ts'
import { readsWorld } from './reads-world.ts'

/** A run that waits for one condition. */
const waiting = (condition: Omit<EnvelopeCondition, 'name'>) => {
  const run = enveloped({ conditions: [{ name: 'one', ...condition }] }, { input: { n: 1 } })
  expect(run.state.phase).toBe('BLOCKED_WAITING')
  return run
}
const resultOf = (condition: Omit<EnvelopeCondition, 'name'>) => waiting(condition).state.envelope?.conditions?.[0]

describe('a condition that cannot be evaluated is false and says why', () => {
  test.each([
    ['a signal name with an unknown value', { signal: 'go-{{ input.nothing }}' }, 'nothing'],
    ['a signal name that is a number', { signal: '{{ input.n }}' }, 'The name of the signal is no text.'],
    ['an expression that cannot be read', { when: 'input.n >' }, ''],
    ['an expression that is neither true nor false', { when: 'input.n' }, 'must return true or false'],
  ])('%s', (_, condition, why) => {
    expect(resultOf(condition)).toMatchObject({ name: 'one', value: false, error: expect.stringContaining(why) })
  })

  test('an unreadable expression beside a signal keeps the name of the signal', () => {
    expect(resultOf({ when: 'input.n >', signal: 'go-{{ input.n }}' })).toMatchObject({ value: false, signal: 'go-1' })
  })
})

describe('the instant of a condition', () => {
  const timers = (at: string) => waiting({ when: 'false', at }).state.envelope?.timers

  test('sets a timer for the next evaluation', () => {
    expect(timers("'2030-01-01T00:00:00Z'")).toMatchObject({ conditions: { dueAt: Date.UTC(2030, 0, 1) } })
  })

  test.each(['input.n >', 'input.nothing', 'input.n', "'tomorrow'", "'1970-01-01T00:00:00Z'"])(
    'sets none when %s gives no instant ahead',
    (at) => {
      expect(timers(at)).not.toHaveProperty('conditions')
    },
  )
})

test.each([
  ['now > input.n', true],
  ["[1, resources('a:1').free].exists(x, x == true)", true],
  ['size([input.n, now]) > 0', true],
  ['size([input.n, 2]) > 0', false],
])('%s reads what changes without the run: %s', (source, reads) => {
  const parsed = enveloped({}).executable.expression(source)
  if (!parsed.ok) throw new Error(parsed.message)
  expect(readsWorld(parsed.expression.tree)).toBe(reads)
})
