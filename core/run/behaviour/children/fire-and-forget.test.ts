import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { childrenOnTheirOwn } from '../../plan/detached.ts'
import { Family } from '../../testing/family.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, forget } from '../../testing/steps.ts'

function started(step: ReturnType<typeof forget>, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition([step, call('After')]), { input: { id: 7 }, owner_id: 'o', ...header })
  run.own()
  return run
}

describe('FIRE_AND_FORGET of a workflow', () => {
  const step = (more = {}) => forget('Start', { workflow_type: 'Report', input: { of: '{{ input.id }}' }, ...more })

  test('A78: a run is started and not awaited: the step after runs at once', () => {
    const run = started(step())
    expect(run.lines().slice(4)).toEqual(['Start started', 'Start child.spawned', 'Start completed', 'After started'])
    expect(childrenOnTheirOwn(run.history, new Set())).toEqual([
      {
        kind: 'child',
        id: 'id-1',
        step: 'Start',
        iteration: 1,
        workflow: 'Report',
        input: { of: 7 },
        onParentClose: 'abandon',
        detached: true,
      },
    ])
    expect(run.plan()).toMatchObject([{ kind: 'attempt', step: 'After' }])
    expect(run.state.children).toEqual({})
    expect(run.state.outputs.Start).toEqual({ output: { run_id: 'id-1' } })
    expect(run.state.data).toEqual({ id: 7 })
    expect(run.state.effects).toBe('final')
  })

  test('it is a run of its own, of the same owner, and outlives the one that started it', () => {
    const family = new Family(
      [
        definition([step({ output_key: 'report' }), call('After')], { workflow_type: 'Root' }),
        definition([call('Work')], { workflow_type: 'Report' }),
      ],
      { input: { id: 7 }, owner_id: 'o' },
    )
    const { header } = family.of('Report').state
    expect(header).toMatchObject({ owner_id: 'o', root_run_id: header.run_id, depth: 1, input: { of: 7 } })
    expect(header).not.toHaveProperty('parent')
    family.after('Root', (run) => run.fail('After'))
    family.after('Report', (run) => run.fail('Work'))
    expect(family.statuses()).toEqual(['Root FAILED', 'Report FAILED'])
    expect(family.root.state.data).toEqual({ id: 7, report: { run_id: header.run_id } })
  })

  test('without an input it gets that of the run; one that cannot be rendered fails the step', () => {
    expect(childrenOnTheirOwn(started(forget('Start', { workflow_type: 'Report' })).history, new Set())).toMatchObject([
      { input: { id: 7 } },
    ])
    expect(started(step({ input: '{{ input.nope.deep }}' })).state.outcome?.status).toBe('FAILED')
  })

  test('A60: such runs may start each other only so deep', () => {
    expect(started(step(), { depth: limits.run.depth }).state.outcome?.error?.code).toBe('DEPTH_EXCEEDED')
  })
})

describe('FIRE_AND_FORGET of a function', () => {
  const step = (more = {}) => forget('Call', { function: 'test.call', ...more })

  test('A78: the run goes on while it executes, and its result changes nothing', () => {
    const run = started(step())
    expect(run.lines().slice(4)).toEqual(['Call started', 'After started'])
    expect(run.complete('Call', { id: 9 })).toEqual(['Call completed'])
    expect(run.state.data).toEqual({ id: 7 })
    expect(run.complete('After')).toContain('run completed')
  })

  test('the run ends when the call has', () => {
    const run = started(step())
    expect(run.complete('After')).toEqual(['After completed'])
    expect(run.complete('Call')).toContain('run completed')
  })

  test('a failure is tried again as the step says, and then ignored', () => {
    const run = started(step({ retry: { max_attempts: 2 } }))
    run.fail('Call')
    run.complete('After')
    run.fire('retry')
    expect(run.fail('Call')).toEqual(['Call#2 completed (ignored)', 'run completed'])
  })

  test('it may not ask for anything', () => {
    const run = started(step())
    expect(run.ask('Call', { kind: 'pause', result: null })).toEqual(['Call completed (ignored)'])
    expect(run.history.at(-1)).toMatchObject({ payload: { ignored_error: { code: 'DIRECTIVE_NOT_ALLOWED' } } })
  })
})
