import { expect, it } from 'vitest'
import { catalogue } from '#core/definition/catalogue.ts'
import { keepKey, relevantKeys, splitAdvanced } from './relevant-keys.ts'

const none = () => false
const loop = (fields: Record<string, string>, isWrong: (key: string) => boolean = none) =>
  relevantKeys('LOOP', catalogue.LOOP.keys, fields, isWrong).map(({ key }) => key)

it('a loop asks for a list or for a condition, as its mode is', () => {
  expect(loop({ mode: 'ITERATE' })).toEqual(['mode', 'iterate_over', 'item_var_name', 'max_iterations', 'loop_body'])
  expect(loop({ mode: 'WHILE' })).toEqual(['mode', 'while_condition', 'max_iterations', 'loop_body'])
})

it('what is set or wrong is shown whether it means something or not', () => {
  expect(loop({ mode: 'WHILE', iterate_over: 'input.a' })).toContain('iterate_over')
  expect(loop({ mode: 'WHILE' }, (key) => key === 'iterate_over')).toContain('iterate_over')
})

it('tasks and a list exclude each other', () => {
  const keys = (fields: Record<string, never[] | string | { name: string }[]>) =>
    relevantKeys('PARALLEL', catalogue.PARALLEL.keys, fields, none).map(({ key }) => key)
  expect(keys({ tasks: [] })).toContain('iterate_over')
  expect(keys({ tasks: [] })).not.toContain('task_function')
  expect(keys({ tasks: [{ name: 'a' }] })).not.toContain('iterate_over')
  expect(keys({ iterate_over: 'input.a' })).toEqual([
    'iterate_over',
    'task_function',
    'task',
    'item_var_name',
    'batch_size',
    'allow_partial_success',
  ])
})

it('what is seldom needed is folded away until it is set or wrong', () => {
  const folded = (fields: Record<string, string | object>, isWrong: (key: string) => boolean = none) =>
    splitAdvanced(catalogue.HUMAN.keys, fields as never, isWrong).folded.map(({ key }) => key)
  expect(folded({})).toEqual([
    'instructions',
    'excluded',
    'queue',
    'priority',
    'inbox_fields',
    'approvals_required',
    'reminders',
    'escalate_to',
    'escalate_after_seconds',
  ])
  expect(folded({ escalate_to: 'boss', reminders: {} })).not.toContain('escalate_to')
  expect(folded({}, (key) => key === 'excluded')).not.toContain('excluded')
})

it('what is typed into stays where it is, folded away or not', () => {
  const folded = (fields: Record<string, string>, held: Record<string, boolean>) =>
    splitAdvanced(catalogue.HUMAN.keys, fields, none, {
      current: null,
      folded: new Map(Object.entries(held)),
    }).folded.map(({ key }) => key)
  expect(folded({ queue: 'r' }, {})).not.toContain('queue')
  expect(folded({ queue: 'r' }, { queue: true })).toContain('queue')
  expect(folded({}, { queue: false })).not.toContain('queue')
  expect(folded({}, { queue: false })).toContain('priority')
})

it('a field that means nothing once it is empty stays in its place while it is typed into', () => {
  const keys = (fields: Record<string, string>) => relevantKeys('LOOP', catalogue.LOOP.keys, fields, none)
  const before = keys({ mode: 'WHILE', iterate_over: 'i' })
  const after = keys({ mode: 'WHILE' })
  expect(keepKey(after, before, 'iterate_over')).toEqual(before)
  expect(keepKey(after, before, 'mode')).toBe(after)
  expect(keepKey(after, before, null)).toBe(after)
  const [first, ...rest] = before
  expect(keepKey(rest, before, first?.key ?? '')).toEqual(before)
})
