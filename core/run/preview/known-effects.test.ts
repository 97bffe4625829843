import { expect, test } from 'vitest'
import { begun } from '../testing/begun.ts'
import { call, human, parallel, request, subWorkflow } from '../testing/steps.ts'
import { knownEffects } from './known-effects.ts'

const url = (text: string) => request('Send', { http_config: { method: 'POST', url: text } })

/** Of a run with the input `{ id: 7, note: '{{ input.id }}' }` and the state `{ n: 1 }`. */
function effectOf(step: Parameters<typeof begun>[0][number], isNext: boolean) {
  const run = begun([call('A'), step], { input: { id: 7, note: '{{ input.id }}' } })
  run.complete('A', { n: 1 })
  return knownEffects(run.executable, run.state, step, isNext)[0]
}

test.each([
  ['without expressions', 'https://x.test/1', true, { what: 'POST https://x.test/1' }],
  [
    'by the input, also of a later step',
    'https://x.test/{{ input.id }}',
    false,
    { what: 'POST https://x.test/7', template: 'POST https://x.test/{{ input.id }}' },
  ],
  ['by the state, of a later step', '{{ state.n }}', false, { what: 'POST {{ state.n }}', open: true }],
  ['by the state, of the next one', '{{ state.n }}', true, { what: 'POST 1', template: 'POST {{ state.n }}' }],
  [
    'in part',
    '{{ input.id }}/{{ secrets.KEY }}',
    true,
    { what: 'POST 7/{{ secrets.KEY }}', template: 'POST {{ input.id }}/{{ secrets.KEY }}', open: true },
  ],
  ['by data with braces', '{{ input.note }}', true, { what: 'POST {{ input.id }}', template: 'POST {{ input.note }}' }],
  ['by what is missing', '{{ input.gone }}', true, { what: 'POST {{ input.gone }}', open: true }],
  ['by what cannot be read', '{{ input. }}', true, { what: 'POST {{ input. }}', open: true }],
  ['never closed', '{{ input.id', true, { what: 'POST {{ input.id', open: true }],
])('what is sent, %s', (_, text, isNext, expected) => {
  expect(effectOf(url(text), isNext)).toEqual({ kind: 'http', ...expected })
})

test('one expression alone gives a text, and items are known only when they are there', () => {
  expect(effectOf(human('H', { title: '{{ input.id }}' }), false)).toMatchObject({ what: '7' })
  expect(effectOf(subWorkflow('S', 'Child'), true)).toEqual({ kind: 'child', what: 'Child' })
  const items = parallel('P', { iterate_over: '[1]', task_function: 'test.{{ item }}' })
  expect(effectOf(items, true)).toMatchObject({ what: 'test.{{ item }}', open: true })
})
