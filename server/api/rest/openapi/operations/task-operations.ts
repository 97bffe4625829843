import type { z } from 'zod'
import type { Permission } from '#server/access/permissions.ts'
import { commentBody, decideBody, followUpBody, passBody, tasksQuery, writeBody } from '../../tasks.ts'
import type { Answer, Operation, Operations } from '../operation.ts'
import { pageOf } from '../shapes/common.ts'
import { acceptedChange, changedTask, decided, task, taskItem, tooLate, unfitAnswer } from '../shapes/task-shapes.ts'

const change = (
  id: string,
  summary: string,
  body: z.ZodType,
  { permission = 'task.decide', done = changedTask }: { permission?: Permission; done?: z.ZodType } = {},
): Operation => ({
  id,
  summary,
  permission,
  body,
  idempotent: true,
  answers: {
    200: { says: 'Done.', json: done },
    202: { says: 'The run has not answered yet.', json: acceptedChange },
    409: tooLateAnswer,
    422: { says: 'The answer does not fit the form.', json: unfitAnswer },
  },
  errors: [
    'CONFLICT',
    'STALE',
    'INVALID_INPUT',
    'NOT_ENTITLED',
    'ALREADY_APPROVED',
    'INVALID_TRANSITION',
    'NO_SUCH_WAIT',
  ],
})
const tooLateAnswer: Answer = { says: 'Another change was faster, or the task does not allow this one.', json: tooLate }

export const taskOperations: Operations = {
  'GET /v1/human-tasks': {
    id: 'listTasks',
    summary: 'List human tasks',
    permission: 'task.read',
    query: tasksQuery,
    answers: { 200: { says: 'A page of tasks.', json: pageOf(taskItem) } },
    errors: ['NOT_ENTITLED'],
  },
  'GET /v1/human-tasks/:id': {
    id: 'getTask',
    summary: 'Read a human task with its form',
    permission: 'task.read',
    answers: { 200: { says: 'The task.', json: task } },
  },
  'POST /v1/human-tasks/:id/:verb': {
    verbs: {
      decide: change('decideTask', 'Decide a task', decideBody, { done: decided }),
      claim: change('claimTask', 'Take a task', writeBody),
      release: change('releaseTask', 'Give a task back', writeBody),
      assign: change('assignTask', 'Assign a task to a person', passBody, { permission: 'task.read' }),
      delegate: change('delegateTask', 'Pass a task to a person', passBody),
      'follow-up': change('postponeTask', 'Set or remove the follow-up date of a task', followUpBody),
      comment: change('commentTask', 'Comment on a task', commentBody),
    },
  },
}
