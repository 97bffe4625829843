import { expect, test } from 'vitest'
import { problemsOfStep } from '../testing/problems-of.ts'

test.each([
  ['assignees: []', ['error NOBODY_ASKED steps.0.assignees @ assignees']],
  ['groups: [], assignees: []', ['error NOBODY_ASKED steps.0.assignees @ assignees']],
  ['groups: null', ['warning VALUE_EMPTY steps.0.groups @ groups', 'error NOBODY_ASKED steps.0.groups @ groups']],
  ['groups: [], assignees: [ana]', []],
  ['groups: credit', []],
  ['excluded: []', []],
  ['title: Well', []],
])('F5: a rule that is written and names nobody is an error, not everybody: %s', (keys, problems) => {
  expect(problemsOfStep(`type: HUMAN, ${keys}`)).toEqual(problems)
})
