import { expect, test } from 'vitest'
import { shownLabel } from './label-size.ts'

test.each([
  ['state.risk_score >= 75', 'risk_score >= 75'],
  ['has(state.order) && state.order.state.paid', 'has(order) && order.state.paid'],
  ["input.kind == 'state.x'", "input.kind == 'state.x'"],
  ['mystate.x > 1', 'mystate.x > 1'],
  ['otherwise', 'otherwise'],
])('the label of an edge with the condition %s shows %s', (condition, shown) => {
  expect(shownLabel(condition)).toBe(shown)
})
