import { describe, expect, it } from 'vitest'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human } from '#core/run/testing/steps.ts'
import { eventGroups, filterHistory, groupOf, placeAt, stepsIn } from './history-filter.ts'

const none = { groups: [], step: null, text: '' } as const

function booking() {
  const undoable = { compensate_function: 'test.undo' }
  const run = new ScriptedRun(
    definition([call('Flight', undoable), human('Confirm'), call('Pay')], { saga_enabled: true }),
  )
  run.own()
  run.complete('Flight', { seat: '14C', 'a<b>': { deep: ['<script>'] } })
  run.resume({ ok: true })
  run.fail('Pay', 'Declined', false)
  return run.history
}
const events = booking()
const types = (filter: Parameters<typeof filterHistory>[1]) =>
  filterHistory(events, filter).map(({ type }) => type.replace('workflow.', ''))

describe('the history, narrowed', () => {
  it('is whole without a filter', () => {
    expect(filterHistory(events, { ...none, text: '  ' })).toBe(events)
  })

  it('is narrowed to kinds of events, every event being of one kind', () => {
    expect(types({ ...none, groups: ['undo'] })).toEqual([
      'run.rolling_back',
      'compensation.completed',
      'compensation.started',
    ])
    expect(types({ ...none, groups: ['people'] })).toEqual(['human_task.opened', 'human_task.decided'])
    const each = eventGroups.map((group) => filterHistory(events, { ...none, groups: [group] }).length)
    expect(each.reduce((sum, count) => sum + count)).toBe(events.length)
  })

  it('has what people did to the run among what people did', () => {
    const run = new ScriptedRun(definition([call('A'), human('Ask')]))
    run.own()
    run.send({ type: 'pause', actor: ana })
    run.send({ type: 'resume', actor: ana, reason: 'lunch is over' })
    run.fail('A', 'Declined', false)
    run.send({ type: 'skip', actor: ana, step: 'A' })
    run.resume({})
    const byPeople = filterHistory(run.history, { ...none, groups: ['people'] })
    expect(byPeople.map(({ type }) => type.replace('workflow.', ''))).toEqual([
      'run.paused',
      'run.resumed',
      'node.overridden',
      'run.retried',
      'human_task.opened',
      'human_task.decided',
    ])
    const started = run.history.map(groupOf).slice(0, 3)
    expect(started).toEqual(['run', 'run', 'run'])
  })

  it('has a cancellation by a failure with the run, and one by a person with people', () => {
    const failed = new ScriptedRun(definition([call('A')]))
    failed.own()
    failed.fail('A', 'Declined', false)
    const cancelled = new ScriptedRun(definition([call('A')]))
    cancelled.own()
    cancelled.send({ type: 'cancel', actor: ana })
    const groups = [failed, cancelled].map(({ history }) =>
      history.filter(({ type }) => type === 'workflow.run.cancelled').map(groupOf),
    )
    expect(groups).toEqual([['run'], ['people']])
  })

  it('is narrowed to a step', () => {
    expect(types({ ...none, step: 'Pay' })).toEqual(['node.started', 'node.failed', 'compensation.completed'])
    expect(stepsIn(events)).toEqual(['Flight', 'Confirm', 'Pay'])
  })

  it('is searched in what events say, and in every key and value they hold, markup as any text', () => {
    expect(types({ ...none, text: '14c' })).toContain('node.completed')
    expect(types({ ...none, text: '<SCRIPT>' })).toContain('node.completed')
    expect(types({ ...none, text: 'a<b' })).toContain('node.completed')
    expect(types({ ...none, text: 'rollback started' })).toEqual(['run.rolling_back'])
    expect(types({ ...none, text: 'nowhere to be found' })).toEqual([])
  })

  it('knows the last of its events that had happened by an instant', () => {
    const people = filterHistory(events, { ...none, groups: ['people'] })
    const [asked, decided] = people.map(({ seq }) => seq) as [number, number]
    expect([placeAt(people, asked - 1), placeAt(people, asked), placeAt(people, decided + 5)]).toEqual([-1, 0, 1])
    expect(placeAt([], 3)).toBe(-1)
  })
})
