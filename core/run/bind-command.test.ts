import { expect, test } from 'vitest'
import { bindCommand } from './bind-command.ts'

const arrival = { at: 7, openTasks: ['t1', 't2'] }

test.each([
  [{ type: 'resume', input: {} }, { open_waits: ['t1', 't2'] }],
  [{ type: 'resume', input: null }, { open_waits: ['t1', 't2'] }],
  [{ type: 'resume', input: {}, task_id: 't2' }, {}],
  [{ type: 'resume' }, { seen_at: 7 }],
  [{ type: 'skip' }, { seen_at: 7 }],
  [{ type: 'cancel' }, {}],
  [{ type: 'pause' }, {}],
  [{ type: 'signal' }, {}],
])('%j is bound to %j', (command, binding) => {
  expect(bindCommand(command, arrival)).toEqual(binding)
})
