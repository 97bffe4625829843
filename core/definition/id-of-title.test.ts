import { expect, test } from 'vitest'
import { stepIdOf, workflowIdFor, workflowIdOf } from './id-of-title.ts'
import { stepNameProblem, workflowName } from './names.ts'
import { titles } from './testing/titles.ts'

test.each([
  ['Invoice approval', 'Invoice_approval'],
  ['Überweisung prüfen – zweimal', 'Uberweisung_prufen_zweimal'],
  ['Straße & Łódź', 'Strasse_Lodz'],
  ['✅ Done!', 'Done'],
  ['Approve {{ input.amount }} for {{ input.who }}', 'Approve_for'],
  ['2nd try', '2nd_try'],
  ['ﬁnal', 'final'],
  ['pay-out_now', 'pay-out_now'],
  ['请求书', ''],
  ['{{ input.title }}', ''],
])('a step called %j has the id %j', (title, id) => {
  expect(stepIdOf(title)).toBe(id)
})

test.each([
  ['Invoice approval', 'Invoice_approval'],
  ['order approval!', 'order_approval'],
  ['2nd try', 'nd_try'],
  ['Überweisung prüfen', 'Uberweisung_prufen'],
  ['sales / Invoice approval', 'sales/Invoice_approval'],
  ['a/b (copy)', 'a/b_copy'],
  ['注文', ''],
  ['a/../../b', 'a/_/_/b'],
])('a workflow called %j has the id %j', (typed, id) => {
  expect(workflowIdOf(typed)).toBe(id)
})

test.each(titles)('the ids made from %s are valid', (title) => {
  const [step, workflow] = [stepIdOf(title), workflowIdOf(title)]
  if (/^[a-z]/i.test(step)) expect(stepNameProblem(step)).toBeNull()
  if (workflow !== '') expect(workflow).toMatch(workflowName)
})

test.each([
  ['Orders', 'Orders'],
  [' sales/Order-2.b_1 ', 'sales/Order-2.b_1'],
  ['Invoice approval', 'Invoice_approval'],
  ['注文', 'Workflow'],
  ['x '.repeat(200), 'x_'.repeat(64)],
])('the id for the typed name %j is %j', (typed, id) => {
  expect(workflowIdFor(typed)).toBe(id)
})
