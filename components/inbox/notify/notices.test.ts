import { expect, it } from 'vitest'
import type { TaskNews } from '#components/api/models.ts'
import { noticesOf } from './notices.ts'

const task = (id: number, more: Partial<TaskNews> = {}): TaskNews => ({
  taskId: `${id}`,
  title: `Task ${id}`,
  workflow: 'Loan',
  step: 'Approve',
  reason: 'opened',
  by: null,
  at: '2026-11-21T20:00:00.000Z',
  ...more,
})

it('says of each task why it asks for attention', () => {
  const passed = task(2, { reason: 'delegated', by: 'Ana' })
  expect(noticesOf([task(1), passed, task(3, { reason: 'back' })])).toEqual([
    {
      tag: 'heddle-task-1-2026-11-21T20:00:00.000Z',
      title: 'Task 1',
      body: 'Loan · Approve',
      path: '/inbox?task=1',
    },
    expect.objectContaining({ title: 'Task 2', body: 'Ana delegated it to you.\nLoan · Approve' }),
    expect.objectContaining({ title: 'Task 3', body: 'It was snoozed until now.\nLoan · Approve' }),
  ])
})

it('says of a task that waits for long that it is a reminder, or that somebody else was asked before', () => {
  const [reminder, late] = noticesOf([task(1, { reason: 'reminded' }), task(2, { reason: 'escalated' })])
  expect(reminder?.body).toBe('Reminder: it still needs a decision.\nLoan · Approve')
  expect(late?.body).toBe('It is overdue and was escalated to you.\nLoan · Approve')
})

it('makes one message of a heap', () => {
  const heap = [1, 2, 3, 4].map((id) => task(id))
  expect(noticesOf(heap)).toEqual([{ tag: 'heddle-tasks', title: '4 new tasks', body: 'Loan', path: '/inbox' }])
  const [first] = noticesOf([...heap, task(5, { reason: 'assigned', by: 'Ana', workflow: 'Vendor' })])
  expect(first).toMatchObject({ title: '5 tasks for you', body: 'Loan, Vendor' })
})
