import { expect, it } from 'vitest'
import { chipsIn } from './value-chips.ts'

const shown = (form: 'expression' | 'template', text: string) =>
  chipsIn(form, text).map(({ from, to, before, after }) => text.slice(from + before, to - after))

it('a value between braces is a chip; a longer expression stays text', () => {
  expect(shown('template', 'Loan of {{ input.amount }} for {{state.customer}}')).toEqual([
    'input.amount',
    'state.customer',
  ])
  expect(shown('template', '{{ steps.Check.output["a b"] }}{{ run.id }}')).toEqual([
    'steps.Check.output["a b"]',
    'run.id',
  ])
  expect(shown('template', '{{ input.a + 1 }} {{ size(input.a) }} {{ }} {{ input.a')).toEqual([])
})

it('the paths of an expression are chips, and the words of its texts are none', () => {
  expect(shown('expression', 'state.total < 500 && input.kind == "state.total"')).toEqual(['state.total', 'input.kind'])
  expect(shown('expression', "state == 1 || steps.A.output.ok == 'input.a'")).toEqual(['steps.A.output.ok'])
})
