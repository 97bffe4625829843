import { expect, it } from 'vitest'
import { diffGroups } from './diff-groups.ts'

const group = (id: number, title: string, steps: string, collapsed = false) => ({
  id: `group ${id}`,
  title,
  steps: steps.split(' '),
  collapsed,
})
type Groups = readonly ReturnType<typeof group>[]
const changes = (before: Groups, after: Groups) =>
  diffGroups(before, after, new Map([['Old', 'New']])).map(({ id, title, status }) => `${id} ${title} ${status}`)

it.each<[string, Groups, Groups, readonly string[]]>([
  ['another number', [group(1, 'A', 'X')], [group(2, 'A', 'X')], []],
  [
    'numbers that are exchanged',
    [group(1, 'A', 'X'), group(2, 'B', 'Y')],
    [group(1, 'B', 'Y'), group(2, 'A', 'X')],
    [],
  ],
  ['two of the same words', [group(1, 'A', 'X'), group(2, 'A', 'X')], [group(2, 'A', 'X')], ['group 1 A removed']],
  ['another order and another name of a step', [group(1, 'A', 'X Old')], [group(1, 'A', 'New X')], []],
  [
    'a number that was given anew',
    [group(1, 'A', 'X')],
    [group(1, 'B', 'Y')],
    ['group 1 B added', 'group 1 A removed'],
  ],
  ['another title', [group(1, 'A', 'X')], [group(3, 'B', 'X')], ['group 3 B changed']],
  [
    'other steps',
    [group(1, 'A', 'X'), group(2, 'A', 'Z')],
    [group(2, 'A', 'Y')],
    ['group 2 A changed', 'group 1 A removed'],
  ],
  ['one that is folded', [group(1, 'A', 'X')], [group(1, 'A', 'X', true)], ['group 1 A moved']],
])('%s', (_, before, after, told) => {
  expect(changes(before, after)).toEqual(told)
})
