import { describe, expect, test } from 'vitest'
import { each, saga, side } from '../../testing/branch-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, parallel, subWorkflow } from '../../testing/steps.ts'

describe('operators', () => {
  test('skip, mark done and jump within a branch; of a step and its branch, the branch is meant', () => {
    const run = side([call('A'), call('B')])
    run.send({ type: 'skip', actor: ana, step: 'A' })
    run.send({ type: 'mark_done', actor: ana, output: { b: 1 } })
    expect(run.state.outputs.P?.output).toEqual({ A: null, B: { b: 1 } })
    const list = each(call('C'))
    list.send({ type: 'skip', actor: ana, step: 'C[1]' })
    list.send({ type: 'jump', actor: ana, to_step: 'END' })
    expect(list.state.open).toEqual(['After'])
    expect(side([call('A')]).refusal({ type: 'skip', actor: ana, step: 'A[0]' }).code).toBe('STEP_NOT_FOUND')
    expect(side([call('A')]).refusal({ type: 'jump', actor: ana, from_step: 'A', to_step: 'After' }).code).toBe(
      'INVALID_TRANSITION',
    )
  })

  test('override a branch of a run that failed by it; the others go on', () => {
    const run = side([call('A'), call('B')])
    run.fail('A', 'Final', false)
    run.send({ type: 'mark_done', actor: ana, step: 'A', output: { a: 1 } })
    expect(run.state.open).toEqual(['P', 'B'])
    run.complete('B', { b: 1 })
    expect(run.state.data).toEqual({ a: 1, b: 1 })
    const list = each(call('C'), { batch_size: 1 })
    list.complete('C[0]')
    list.fail('C[1]', 'Final', false)
    list.send({ type: 'skip', actor: ana })
    expect(list.state.open).toEqual(['After'])
  })

  test('override the second branch: it goes first, and those before it run again', () => {
    const run = side([call('A'), call('B'), call('C')])
    run.fail('B', 'Final', false)
    run.send({ type: 'mark_done', actor: ana, step: 'B', output: { b: 1 } })
    expect(run.state.open).toEqual(['P', 'A', 'C'])
    expect(run.state.steps.A).toMatchObject({ attempt: 2 })
    run.complete('A', { a: 1 })
    run.complete('C', { c: 1 })
    expect(run.state.data).toEqual({ a: 1, b: 1, c: 1 })
    const list = each(call('C'), { batch_size: 2 }, {}, "['a', 'b', 'c']")
    list.fail('C[1]', 'Final', false)
    list.send({ type: 'skip', actor: ana, step: 'C[1]' })
    expect(list.state.open).toEqual(['P', 'C[0]', 'C[2]'])
    list.complete('C[0]', 0)
    list.complete('C[2]', 2)
    expect(list.state.outputs.P?.output).toMatchObject({ results: [0, null, 2] })
  })

  test('a child that failed a branch goes on, and the branch with it', () => {
    const run = side([subWorkflow('Sub', 'Child'), call('B')])
    const { id } = run.owed('child', 'Sub')
    run.childEnded('Sub', 'FAILED')
    expect(run.state.outcome?.status).toBe('FAILED_CHILD_WORKFLOW')
    run.send({ type: 'child_retried', child_run_id: id })
    expect(run.state.open).toEqual(['P', 'Sub', 'B'])
    run.childRunEnded(id, 'COMPLETED', { n: 1 })
    run.complete('B')
    expect(run.state.data).toMatchObject({ sub_workflow_results: { Child: { n: 1 } } })
  })

  test('a hold keeps branches back, and manual stepping begins them one by one', () => {
    const held = side([call('A'), call('B')], { batch_size: 1 })
    held.send({ type: 'pause', actor: ana })
    held.complete('A')
    expect(held.state.open).toEqual(['P'])
    held.send({ type: 'resume', actor: ana })
    expect(held.state.open).toEqual(['P', 'B'])
    const run = new ScriptedRun(definition([parallel('P', { iterate_over: '[1, 2]', task: call('C') })]), {
      drive: 'manual',
    })
    run.own()
    const step = { type: 'next_step', actor: ana, user_input: null } as const
    run.send(step)
    expect(run.state.open).toEqual(['P'])
    run.send(step)
    expect(run.state.open).toEqual(['P', 'C[0]'])
    run.complete('C[0]')
    run.send(step)
    expect(run.state.open).toEqual(['P', 'C[1]'])
  })

  test('a run that is cancelled skips its open branches; one that is forced to end in its rollback gives them up', () => {
    const run = side([call('A'), human('Ask')])
    run.send({ type: 'cancel', actor: ana })
    expect(run.state.steps).toMatchObject({
      A: { reason: 'run_ended' },
      Ask: { reason: 'run_ended' },
      P: { reason: 'run_ended' },
    })
    const forced = side([call('A'), human('Ask')], {}, saga)
    forced.send({ type: 'cancel', actor: ana, compensate: true })
    forced.send({ type: 'cancel', actor: ana, force: true })
    expect(forced.state.outcome).toMatchObject({ status: 'CANCELLED', abandoned: [{ step: 'A' }, { step: 'P' }] })
  })

  test('from the PARALLEL step on, all branches run again', () => {
    const run = side([call('A'), call('B')])
    run.complete('A', { a: 1 })
    run.fail('B', 'Final', false)
    expect(run.refusal({ type: 'retry', actor: ana, from_step: 'A' }).message).toContain('it is part of P')
    run.send({ type: 'retry', actor: ana, from_step: 'P' })
    expect(run.state.open).toEqual(['P', 'A', 'B'])
    expect(run.state.steps.A).toMatchObject({ iteration: 2 })
  })

  test('from a step before a PARALLEL step that was never reached, its first visit begins', () => {
    const run = new ScriptedRun(definition([call('First'), parallel('P', { iterate_over: '[1]', task: call('C') })]))
    run.own()
    run.fail('First', 'Final', false)
    run.send({ type: 'retry', actor: ana, from_step: 'First' })
    run.complete('First')
    expect(run.state.steps.P).toMatchObject({ iteration: 1, attempt: 1 })
  })
})
