import { describe, expect, test } from 'vitest'
import type { KeySpec } from './catalogue/key-spec.ts'
import { httpKeys, retryKeys, routeKeys, taskKeys } from './catalogue/nested-keys.ts'
import { catalogue, commonKeys, keysOfType, workflowKeys } from './catalogue.ts'
import { type Step, stepTypes } from './definition.ts'

const own: readonly KeySpec[] = stepTypes.flatMap((type) => catalogue[type].keys)
const all = [...own, ...commonKeys, ...workflowKeys, ...retryKeys, ...routeKeys, ...taskKeys, ...httpKeys]

describe('every key is fit for forms, checks and docs', () => {
  test('it has a label, and a help that is a sentence', () => {
    for (const { label, help } of all) {
      expect(label).toMatch(/^[A-Z]/)
      expect(help).toMatch(/^[A-Za-z].*\.$/s)
    }
  })

  test('a number has both bounds, a choice its choices', () => {
    for (const { key, kind, min, max, choices } of all) {
      if (kind === 'number' || kind === 'integer' || kind === 'duration') {
        expect({ key, min, max }).toEqual({ key, min: expect.any(Number), max: expect.any(Number) })
      }
      if (kind === 'choice') expect(choices).not.toHaveLength(0)
    }
  })

  test('a required key of a step has a blank, so that an unfinished step can be drawn', () => {
    for (const { required, blank } of own) if (required === true) expect(blank).toBeDefined()
  })

  test('no type declares a key twice', () => {
    for (const type of stepTypes) {
      const keys = keysOfType(type).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  test('a step of an unknown type has the common keys', () => {
    expect(keysOfType('UNKNOWN')).toEqual(commonKeys)
  })
})

describe('one line on the canvas says what a step does', () => {
  const step = (fields: object): Step => ({ name: 'S', ...fields }) as Step

  test.each<[object, string]>([
    [{ type: 'STANDARD', function: 'loans.calculate_risk' }, 'loans.calculate_risk'],
    [{ type: 'STANDARD', function: '' }, 'No function yet'],
    [{ type: 'ASYNC', function: 'mails.send' }, 'mails.send'],
    [{ type: 'ASYNC', function: '', queue: 'slow' }, 'No function yet · slow'],
    [{ type: 'DECISION', routes: [1, 2, 3] }, '3 routes'],
    [{ type: 'DECISION', routes: [1] }, '1 route'],
    [{ type: 'DECISION', routes: [] }, 'No routes yet'],
    [{ type: 'PARALLEL', tasks: [1, 2] }, '2 tasks'],
    [{ type: 'PARALLEL', tasks: [] }, 'No tasks yet'],
    [{ type: 'PARALLEL' }, 'No tasks yet'],
    [{ type: 'PARALLEL', iterate_over: 'input.items' }, 'Each of input.items'],
    [{ type: 'LOOP', mode: 'ITERATE', iterate_over: 'input.items' }, 'Each of input.items'],
    [{ type: 'LOOP', mode: 'WHILE', while_condition: 'state.open' }, 'While state.open'],
    [{ type: 'LOOP', mode: 'WHILE' }, 'No end yet'],
    [{ type: 'HUMAN', groups: ['credit'], due_in_seconds: 86_400 }, 'credit · due in 1 day'],
    [{ type: 'HUMAN', due_in_seconds: 9_000 }, 'Anyone · due in 2 hours 30 minutes'],
    [{ type: 'HUMAN', groups: ['a'], assignees: ['b', 'c', 'd'] }, 'a, b and 2 more'],
    [{ type: 'HUMAN' }, 'Anyone'],
    [{ type: 'HTTP', http_config: { method: 'POST', url: 'https://x' } }, 'POST https://x'],
    [{ type: 'HTTP', http_config: { url: 'https://x' } }, 'GET https://x'],
    [{ type: 'HTTP', http_config: {} }, 'No URL yet'],
    [{ type: 'SCRIPT', code: 'a\nb\n' }, '2 lines'],
    [{ type: 'SCRIPT', code: ' ' }, 'No code yet'],
    [{ type: 'TRANSFORM', set: { a: '1', b: '2' } }, 'Sets a, b'],
    [{ type: 'TRANSFORM', set: { a: '1', b: '2', c: '3' } }, 'Sets a, b and 1 more'],
    [{ type: 'TRANSFORM', set: {} }, 'Sets nothing yet'],
    [{ type: 'WAIT', duration_seconds: 0.5 }, '0.5 seconds'],
    [{ type: 'WAIT', duration_seconds: 0 }, '0 seconds'],
    [{ type: 'WAIT', duration_seconds: '{{ state.pause }}' }, '{{ state.pause }} seconds'],
    [{ type: 'WAIT', until: '{{ state.due_at }}' }, 'Until {{ state.due_at }}'],
    [{ type: 'WAIT' }, 'No time yet'],
    [{ type: 'SIGNAL', signal: 'paid' }, 'paid'],
    [{ type: 'SIGNAL', signal: '' }, 'No signal yet'],
    [{ type: 'SUB_WORKFLOW', sub_workflow_type: 'Inventory' }, 'Inventory'],
    [{ type: 'SUB_WORKFLOW', sub_workflow_type: '' }, 'No workflow yet'],
    [{ type: 'FIRE_AND_FORGET', workflow_type: 'Mail' }, 'Mail'],
    [{ type: 'FIRE_AND_FORGET', function: 'mails.send' }, 'mails.send'],
    [{ type: 'FIRE_AND_FORGET' }, 'Nothing to start yet'],
    [{ type: 'MAIL', to: [], subject: 'Hello' }, 'No receiver yet'],
    [{ type: 'MAIL', to: ['ana@x.com', 'ben@x.com'], subject: 'Hello' }, 'Hello → ana@x.com, ben@x.com'],
    [{ type: 'MAIL', to: ['ana@x.com'], subject: '' }, 'No subject → ana@x.com'],
    [{ type: 'SQL', statement: ' select 1\n  from a ' }, 'select 1 from a'],
    [{ type: 'SQL', statement: ' ' }, 'No statement yet'],
    [{ type: 'AI', prompt: 'Summarise\nthis' }, 'Summarise this'],
    [{ type: 'AI', prompt: '' }, 'No prompt yet'],
    [{ type: 'AI', prompt: 'Help', tools: [] }, 'Help'],
    [{ type: 'AI', prompt: 'Help', tools: [{ name: 'find' }, { name: '' }] }, 'find, tool · Help'],
  ])('%o', (fields, summary) => {
    const one = step(fields)
    expect(one.type === 'UNKNOWN' ? '' : catalogue[one.type].summary(one)).toBe(summary)
  })
})
