import { describe, expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop, parallel, subWorkflow } from '#core/run/testing/steps.ts'
import { expandableKeys, type Row, visibleRows } from './rows.ts'
import { SpanTree } from './span-tree.ts'

const steps = [
  call('A', { retry: { max_attempts: 2, initial_interval_seconds: 1 } }),
  loop('Loop', [call('Body')], { iterate_over: 'input.items' }),
  parallel('Fan', { iterate_over: 'input.items', task_function: 'test.f' }),
  subWorkflow('Below', 'Child'),
  call('Last'),
]

function history() {
  const run = new ScriptedRun(definition(steps), { input: { items: ['a', 'b'] } })
  run.own()
  run.fail('A')
  run.fire('retry')
  run.complete('A')
  run.complete('Body')
  run.complete('Body')
  run.completeItem('Fan', 0)
  run.completeItem('Fan', 1)
  return new SpanTree(run.history)
}

const shown = (rows: readonly Row[]) => rows.map(({ label, depth, kind }) => `${'  '.repeat(depth)}${label} ${kind}`)
const names = steps.map(({ name }) => name)

describe('rows', () => {
  it('are the steps, folded, and those that have not begun', () => {
    const rows = visibleRows(history().list, names, new Set(), () => undefined)
    expect(shown(rows)).toEqual(['A step', 'Loop step', 'Fan step', 'Below step', 'Last pending'])
    expect(rows.map(({ isExpanded }) => isExpanded)).toEqual([false, false, false, false, null])
  })

  it('are attempts, rounds with what they did, and items, where these are expanded', () => {
    const { list } = history()
    const expanded = new Set(expandableKeys(list))
    expect(shown(visibleRows(list, names, expanded, () => undefined))).toEqual([
      'A step',
      '  Attempt 1 attempt',
      '  Attempt 2 attempt',
      'Loop step',
      '  Round 1 round',
      '    Body step',
      '  Round 2 round',
      '    Body step',
      'Fan step',
      '  Item 0 item',
      '  Item 1 item',
      'Below step',
      'Last pending',
    ])
  })

  it('go on with what a child run did, once it is read; its steps are selected in that run', () => {
    const { list } = history()
    const child = new ScriptedRun(definition([call('Inner')]))
    child.own()
    const childList = new SpanTree(child.history).list
    const expanded = new Set(['Below'])
    const reading = visibleRows(list, [], expanded, () => undefined)
    expect(shown(reading).slice(-2)).toEqual(['Below step', '  Child reading'])
    const unread = visibleRows(list, [], expanded, () => 'unread')
    expect(shown(unread).slice(-2)).toEqual(['Below step', '  could not load Child unread'])
    const rows = visibleRows(list, [], expanded, () => childList)
    expect(shown(rows).slice(-2)).toEqual(['Below step', '  Inner step'])
    expect(rows.at(-1)).toMatchObject({ step: 'Inner', runId: list.find('Below')?.childRuns[0]?.runId })
  })

  it('have keys of their own, the same when they are made again', () => {
    const { list } = history()
    const expanded = new Set([...expandableKeys(list), 'Below'])
    const keys = () => visibleRows(list, names, expanded, () => list).map(({ key }) => key)
    expect(new Set(keys()).size).toBe(keys().length)
    expect(keys()).toEqual(keys())
  })
})
