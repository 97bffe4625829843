import { expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { bareNames } from './bare-names.ts'

const transform = (source: string): JsonObject => ({ name: 'T', type: 'TRANSFORM', set: { x: source } })

it.each([
  ['amount > 3', ['amount']],
  ['input.a + state.b + steps.C.output.d + run.id + item + index', []],
  ['size(list) + -offset', ['list', 'offset']],
  ['name.startsWith(prefix)', ['name', 'prefix']],
  ['has(maybe) ? first : others[key].field', ['maybe', 'first', 'others', 'key']],
  ['not done and (a or b is None)', ['done', 'a', 'b']],
  ['[one, {"two": two}, {three: 3}]', ['one', 'two', 'three']],
  ['rows.filter(row, row.n > limit)', ['rows', 'limit']],
  ['rows.map(row, row.n > 1, row.n + extra)', ['rows', 'extra']],
  ['row.filter(row, row > 1)', ['row']],
  ['{{ amount', []],
  ['secrets.KEY', []],
  ['"amount" + true', []],
])('%s reads %j', (source, names) => {
  expect([...bareNames(transform(source))].sort()).toEqual([...names].sort())
})

it('stands in templates, in routes and in the steps within', () => {
  const step = {
    name: 'L',
    type: 'LOOP',
    loop_body: [
      { name: 'H', type: 'HTTP', http_config: { url: 'https://x.org/{{ place }}?plain' } },
      { name: 'D', type: 'DECISION', routes: [{ condition: 'ready', target: 'H' }, 'odd'] },
      'odd',
    ],
    dynamic_injection: { rules: [{ steps_to_insert: [transform('late')] }] },
  }
  expect(bareNames(step)).toEqual(['place', 'ready', 'late'])
})

it('is no field where a step that goes through a list gives it', () => {
  const body = [transform('order.id + total')]
  const loop = { name: 'L', type: 'LOOP', iterate_over: 'order', item_var_name: 'order', loop_body: body }
  expect(bareNames(loop)).toEqual(['order', 'total'])
  expect(bareNames({ ...loop, iterate_over: 'orders' })).toEqual(['orders', 'total'])
  const parallel = { name: 'P', type: 'PARALLEL', item_var_name: 'order', with: { id: '{{ order.id }}' } }
  expect(bareNames(parallel)).toEqual([])
})

it('is not looked for in a script, which has variables of its own', () => {
  expect(bareNames({ name: 'S', type: 'SCRIPT', code: 'return amount' })).toEqual([])
})
