import { expect, it } from 'vitest'
import { noteAnswered, useAnsweredTasks, withoutAnswered } from './answered-store.ts'

const task = (taskId: string, more: object = {}) => ({
  taskId,
  status: 'open',
  revision: 3,
  approvalsRequired: 1,
  approvals: [] as readonly unknown[],
  ...more,
})
const left = (tasks: readonly ReturnType<typeof task>[]) =>
  withoutAnswered(tasks, useAnsweredTasks.getState()).map(({ taskId }) => taskId)

it('leaves out what was answered here while the list is older than the answer', () => {
  const tasks = [task('a'), task('b')]
  expect(withoutAnswered(tasks, useAnsweredTasks.getState())).toBe(tasks)
  noteAnswered(task('a'))
  expect(left(tasks)).toEqual(['b'])
  expect(left([task('a', { status: 'decided', revision: 4 })])).toEqual(['a'])
  expect(left([task('a', { revision: 4 })])).toEqual(['a'])
})

it('shows a task again that waits for the approval of others', () => {
  const shared = task('shared', { approvalsRequired: 2 })
  noteAnswered(shared)
  expect(left([shared])).toEqual([])
  expect(left([task('shared', { approvalsRequired: 2, approvals: ['ana'] })])).toEqual(['shared'])
})
