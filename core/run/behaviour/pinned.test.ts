import { describe, expect, it } from 'vitest'
import type { Step, StepCommon } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, forget, human, loop, parallel, subWorkflow, transform } from '../testing/steps.ts'

type Pinned = NonNullable<StepCommon['pinned']>

function runOf(step: Step, pinned: Pinned, input: Json = { a: 1 }): ScriptedRun {
  const run = new ScriptedRun(definition([{ ...step, pinned }]), { input })
  run.own()
  return run
}

/** What `state` is after a step with this output. */
function stateAfter(step: Step, output: Json): unknown {
  const run = runOf(step, { output })
  expect(run.state.outcome?.status).toBe('COMPLETED')
  return run.state.data
}

describe('a pinned step', () => {
  it('gives its output without being called, and the history says so', () => {
    const run = new ScriptedRun(definition([{ ...call('A'), pinned: { output: { b: 2 } } }, call('B')]))
    run.own()
    expect(run.state.steps.A?.status).toBe('completed')
    expect(run.plan().filter(({ kind }) => kind === 'attempt')).toMatchObject([{ step: 'B' }])
    expect(run.state.data).toEqual({ b: 2 })
    const completed = run.history.find(({ type }) => type === 'workflow.node.completed')
    expect(completed).toMatchObject({ payload: { output: { b: 2 }, pinned: true } })
  })

  it('leaves in state what a step of its type leaves', () => {
    expect(stateAfter(call('A', { output_key: 'x.y' }), 3)).toEqual({ a: 1, x: { y: 3 } })
    expect(stateAfter(transform('A', {}), { 'x.y': 3, 'x.z': 4 })).toEqual({ a: 1, x: { y: 3, z: 4 } })
    expect(stateAfter(transform('A', {}), 3)).toEqual({ a: 1 })
    expect(stateAfter(forget('A', { function: 'f.x' }), { b: 2 })).toEqual({ a: 1 })
    expect(stateAfter(loop('A', [call('In')], { iterate_over: '[1]' }), { iterations: 1 })).toEqual({ a: 1 })
    expect(stateAfter(loop('A', [call('In')], { iterate_over: '[1]', output_key: 'l' }), { results: [1] })).toEqual({
      a: 1,
      l: { results: [1] },
    })
    expect(stateAfter(subWorkflow('A', 'Child'), { c: 1 })).toEqual({ a: 1, sub_workflow_results: { Child: { c: 1 } } })
    expect(stateAfter(subWorkflow('A', 'Child', { output_key: 'child' }), { c: 1 })).toMatchObject({ child: { c: 1 } })
  })

  it('merges the results of tasks as if they had run', () => {
    const tasks = [
      { name: 'one', function: 'f.one' },
      { name: 'two', function: 'f.two' },
      { name: 'three', sub_workflow_type: 'Child' },
    ]
    expect(stateAfter(parallel('A', { tasks }), { one: { x: 1 }, two: { x: 2 }, three: { c: 1 } })).toMatchObject({
      a: 1,
      x: 2,
      sub_workflow_results: { Child: { c: 1 } },
    })
    expect(stateAfter(parallel('A', { tasks }), [])).toEqual({ a: 1 })
    expect(stateAfter(parallel('A', { iterate_over: '[1]', task_function: 'f.x' }), { results: [1] })).toEqual({
      a: 1,
      A: { results: [1] },
    })
  })

  it('says what becomes of state where that is something else', () => {
    expect(runOf(call('A'), { output: { b: 2 }, state: { c: 3 } }).state.data).toEqual({ a: 1, c: 3 })
  })

  it('chooses its route by what it gave', () => {
    const gate = decision('Gate', [['state.b == 2', 'Yes'], 'No'], { function: 'f.x', pinned: { output: { b: 2 } } })
    const run = new ScriptedRun(definition([gate, call('Yes'), call('No')]))
    run.own()
    expect(run.owed('attempt', 'Yes')).toMatchObject({ attempt: 1 })
  })

  it('leads to the target that it is pinned to, if it is one of its own', () => {
    const gate = (output: Json) => decision('Gate', [['state.a == 2', 'Yes'], 'No'], { pinned: { output } })
    const owed = (output: Json) => {
      const run = new ScriptedRun(definition([gate(output), call('Yes'), call('No')]), { input: { a: 1 } })
      run.own()
      expect(run.state.data).toEqual({ a: 1 })
      return run.plan().flatMap((effect) => (effect.kind === 'attempt' ? [effect.step] : []))
    }
    expect(owed({ target: 'Yes' })).toEqual(['Yes'])
    expect(owed({ target: 'Nowhere' })).toEqual(['No'])
    expect(owed(null)).toEqual(['No'])
  })

  it('gives what an answer said beside its body', () => {
    const ask: Step = { type: 'HTTP', name: 'Ask', http_config: {}, pinned: { output: null, http: { status: 404 } } }
    const run = new ScriptedRun(definition([ask, transform('T', { status: 'steps.Ask.http.status' })]))
    run.own()
    expect(run.state.data).toEqual({ status: 404 })
  })

  it('has been decided by nobody where people would be asked', () => {
    const excluded = ['{{ steps.First.decided_by }}']
    const first = human('First', { pinned: { output: { approved: true } } })
    const run = new ScriptedRun(definition([first, human('Second', { excluded })]))
    run.own()
    expect(run.owed('human_task', 'Second').task.excluded).toEqual([])
  })

  it('fails with an output that such a step could not leave', () => {
    for (const step of [call('A'), transform('A', {}), subWorkflow('A', 'Child', { output_key: 'a.b' })]) {
      const run = runOf(step, { output: step.type === 'TRANSFORM' ? { 'a.b': 1 } : 3 })
      expect(run.state.outcome?.status).toBe('FAILED')
    }
  })
})
