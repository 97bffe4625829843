import { expect, it } from 'vitest'
import { newTasks, noticesOf } from './new-tasks.ts'

const at = (minute: number) => ({ openedAt: `2026-11-21T20:0${minute}:00.000Z` })

it('tells of nothing that was there when it began', () => {
  expect(newTasks([at(2), at(1)], null)).toEqual({ fresh: [], seen: at(2).openedAt })
  const empty = newTasks([], null)
  expect(newTasks([at(1)], empty.seen).fresh).toEqual([at(1)])
})

it('tells of each task once, the oldest first, also when those before are gone', () => {
  const first = newTasks([at(3), at(2), at(1)], at(1).openedAt)
  expect(first).toEqual({ fresh: [at(2), at(3)], seen: at(3).openedAt })
  expect(newTasks([at(3)], first.seen).fresh).toEqual([])
  expect(newTasks([], first.seen)).toEqual({ fresh: [], seen: first.seen })
  expect(newTasks([at(1)], first.seen)).toEqual({ fresh: [], seen: first.seen })
})

it('makes one message of a heap', () => {
  const task = (id: number) => ({ ...at(1), taskId: `${id}`, title: `Task ${id}`, workflow: 'Loan', step: 'Approve' })
  expect(noticesOf([task(1), task(2)])).toEqual([
    { tag: 'heddle-task-1', title: 'Task 1', body: 'Loan · Approve', path: '/inbox?task=1' },
    { tag: 'heddle-task-2', title: 'Task 2', body: 'Loan · Approve', path: '/inbox?task=2' },
  ])
  expect(noticesOf([1, 2, 3, 4].map(task))).toEqual([
    { tag: 'heddle-tasks', title: '4 new tasks', body: 'Loan', path: '/inbox' },
  ])
})
