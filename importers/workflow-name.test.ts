import { expect, it } from 'vitest'
import { workflowName } from '#core/definition/names.ts'
import { saysAll, workflowNameOf } from './workflow-name.ts'

it.each([
  ['My flow (2)', 'My_flow_2'],
  ['Straße', 'Strasse'],
  ['!!', 'Imported'],
  ['a/../../b', 'a/_/_/b'],
  ['10 things', 'things'],
  ['x'.repeat(200), 'x'.repeat(112)],
])('the workflow %s is called %s', (name, expected) => {
  expect(workflowNameOf(name)).toBe(expected)
})

it('what cannot be written in A to Z is told apart by a number', () => {
  const names = ['天気', '気温', '天気 API', '気温 API', 'x'.repeat(200).concat('天')].map(workflowNameOf)
  expect(new Set(names).size).toBe(names.length)
  expect(names[0]).toMatch(/^Workflow_\w+$/)
  expect(names[2]).toMatch(/^API_\w+$/)
  expect(names.every((name) => workflowName.test(name))).toBe(true)
  expect(workflowNameOf('天気')).toBe(names[0])
  expect([saysAll('My flow'), saysAll('天気'), saysAll('Straße')]).toEqual([true, false, false])
})
