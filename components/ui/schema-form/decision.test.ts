import { expect, it } from 'vitest'
import { decisionOf, verbOf } from './decision.ts'

const form = (properties: object, required: string[]) => ({ type: 'object', properties, required }) as never

it('takes a required approved for the decision, with a key for yes and two for no', () => {
  const decision = decisionOf(
    form({ note: { type: 'string' }, approved: { type: 'boolean', title: 'Approve the loan' } }, ['approved']),
  )
  expect(decision?.name).toBe('approved')
  expect(decision?.answers.map(({ label, keys }) => [label, keys])).toEqual([
    ['Approve the loan', ['a']],
    ['Decline', ['d', 'r']],
  ])
})

it('takes the one required choice, or the one that is called a decision, with a number for each', () => {
  const carrier = { type: 'string', enum: ['road', 'rail', 'air'] }
  expect(decisionOf(form({ carrier }, ['carrier']))?.answers.map(({ label, keys }) => [label, keys])).toEqual([
    ['road', ['1']],
    ['rail', ['2']],
    ['air', ['3']],
  ])
  expect(decisionOf(form({ carrier, outcome: { enum: ['ship', 'hold'] } }, ['carrier', 'outcome']))?.name).toBe(
    'outcome',
  )
})

it('finds none where nothing is asked that can be answered by a key', () => {
  expect(decisionOf(form({ carrier: { enum: ['road', 'rail'] } }, []))).toBeNull()
  expect(decisionOf(form({ a: { enum: ['x', 'y'] }, b: { enum: ['x', 'y'] } }, ['a', 'b']))).toBeNull()
  expect(decisionOf(form({ size: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }, ['size']))).toBeNull()
  expect(decisionOf({ type: 'string' } as never)).toBeNull()
})

it('says on the button what will be sent', () => {
  const decision = decisionOf(form({ carrier: { enum: ['road', 'rail'] } }, ['carrier']))
  expect(verbOf(decision, 'rail')).toBe('Send “rail”')
  expect(verbOf(decision, undefined)).toBe('Send')
  expect(verbOf(null, true)).toBe('Approve')
  expect(verbOf(null, false)).toBe('Decline')
})
