import { expect, test } from 'vitest'
import type { Trigger } from '../trigger.ts'
import { triggerWords } from './trigger-words.ts'

test.each<[Trigger, string]>([
  [{ type: 'schedule', every_seconds: 120 }, 'Every 2 minutes'],
  [{ type: 'webhook', verify: 'hmac' }, 'When its address is called'],
  [{ type: 'form', access: 'owner' }, 'When a member sends its form'],
  [{ type: 'form', access: 'public' }, 'When anyone sends its form'],
  [{ type: 'run', workflow: 'Orders' }, 'When a run of Orders completes'],
  [{ type: 'run', workflow: 'Orders', outcome: 'failed' }, 'When a run of Orders fails'],
  [{ type: 'signal', signal: 'order.placed' }, 'When the signal order.placed arrives'],
  [{ type: 'signal', signal: '' }, 'When a signal arrives'],
  [{ type: 'run', workflow: '', outcome: 'any' }, 'When a run of another workflow ends'],
])('%j is said in words', (trigger, words) => {
  expect(triggerWords(trigger)).toBe(words)
})
