import { expect, test } from 'vitest'
import { isApproval } from './signals.ts'
import { definition, human } from './testing/steps.ts'

test.each([
  ['approval', false],
  ['app{{ input.id }}', false],
  ['paid', true],
  [undefined, true],
])('an approval answers the person’s step unless a condition may wait for it: %s', (signal, answers) => {
  const steps = [human('Ask')]
  const when = { name: 'free', when: 'true' }
  const conditions = signal === undefined ? [when] : [when, { name: 'go', signal }]
  expect(isApproval({ steps, definition: definition(steps, { envelope: { conditions } }) }, 'approval')).toBe(answers)
})
