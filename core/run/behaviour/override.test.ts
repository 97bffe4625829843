import { describe, expect, test } from 'vitest'
import { begun } from '../testing/begun.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import {
  call,
  decision,
  definition,
  forget,
  human,
  loop,
  parallel,
  request,
  signal,
  subWorkflow,
  transform,
} from '../testing/steps.ts'

const actor = ana

describe('skip', () => {
  test('leaves what a step in flight would do, and goes on behind it', () => {
    const run = begun([call('A'), call('B')])
    expect(run.send({ type: 'skip', actor, step: 'A', reason: 'done by hand' })).toEqual([
      'A overridden (skip)',
      'A skipped (operator)',
      'B started',
    ])
    expect(run.history.at(-3)).toMatchObject({ payload: { action: 'skip', actor, reason: 'done by hand' } })
    run.complete('B')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })

  test('without a name means the only step that can be meant', () => {
    const run = begun([call('A', { next: ['B', 'C'] }), call('B'), call('C')])
    run.send({ type: 'skip', actor })
    expect(run.refusal({ type: 'skip', actor })).toMatchObject({
      code: 'AMBIGUOUS_STEP',
      message: 'Several steps can be skipped (B, C): choose one with step.',
    })
  })

  test('a task that is open for the step is closed', () => {
    const run = begun([human('Ask'), call('B')])
    expect(run.send({ type: 'skip', actor })).toContain('Ask human_task.closed (overridden)')
    expect(run.refusal({ type: 'resume', actor, input: {}, step: 'Ask' }).code).toBe('NO_SUCH_WAIT')
  })

  test('a run that failed goes on behind the step by which it did', () => {
    const run = begun([call('A'), call('B'), call('C')])
    run.complete('A')
    run.fail('B')
    expect(run.send({ type: 'skip', actor, reason: 'not needed' })).toEqual([
      'B overridden (skip)',
      'run retried',
      'run reopened (retry: B, C)',
      'B skipped (operator)',
      'C started',
    ])
    run.complete('C')
    expect(run.state.outcome?.status).toBe('COMPLETED')
    expect(run.refusal({ type: 'skip', actor, step: 'B' })).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'No step can be skipped: the run completed.',
    })
  })

  test('in a loop that failed it is the step of the round, and the loop goes on with the next', () => {
    const run = begun([loop('Each', [call('Send')], { iterate_over: 'input.list' })], { input: { list: [1, 2] } })
    run.fail('Send')
    const lines = run.send({ type: 'skip', actor })
    expect(lines).toContain('Each#2 started')
    expect(lines).toContain('Send skipped (operator)')
    expect(lines).toContain('Each loop.round_started')
    run.complete('Send')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })

  test('a loop as a whole gives up what its round has in flight', () => {
    const run = begun([loop('Each', [call('Send')], { iterate_over: 'input.list' }), call('B')], {
      input: { list: [1, 2] },
    })
    expect(run.send({ type: 'skip', actor, step: 'Each' })).toEqual([
      'Each overridden (skip)',
      'Send skipped (superseded)',
      'Each skipped (operator)',
      'B started',
    ])
  })

  test('a step of a loop that a saga has undone begins with its loop, and is not overridden by itself', () => {
    const undone = { compensate_function: 'test.undo' }
    const inner = [subWorkflow('Call', 'Child')]
    const run = begun(
      [call('A', undone), loop('Each', inner, { iterate_over: '[1]', ...undone })],
      {},
      { saga_enabled: true },
    )
    run.complete('A')
    run.childEnded('Call', 'FAILED')
    run.complete('Each')
    run.fail('A', 'Stuck', false)
    expect(run.state.outcome?.status).toBe('FAILED')
    const message = 'Call is part of Each, which was rolled back and starts again.'
    expect(run.refusal({ type: 'skip', actor, step: 'Call' }).message).toBe(message)
    expect(run.refusal({ type: 'mark_done', actor, step: 'Call', output: {} }).message).toBe(message)
    expect(run.refusal({ type: 'jump', actor, from_step: 'Call', to_step: 'Call' }).message).toBe(message)
  })

  test('a decision is skipped by its default, and not without one', () => {
    const run = begun([decision('Which', [['true', 'A'], 'B'], { function: 'test.which' }), call('A'), call('B')])
    expect(run.send({ type: 'skip', actor })).toContain('B started')
    const without = begun([decision('Which', [['true', 'A']], { function: 'test.which' }), call('A')])
    expect(without.refusal({ type: 'skip', actor }).message).toContain('Mark it done with a target')
  })

  test('while held nothing starts; a step that is only kept back can be skipped before', () => {
    const run = begun([call('A'), call('B'), call('C')])
    run.send({ type: 'pause', actor })
    run.complete('A')
    expect(run.send({ type: 'skip', actor })).toEqual(['B overridden (skip)', 'B skipped (operator)'])
    expect(run.send({ type: 'resume', actor, reason: 'go' })).toContain('C started')
    expect(run.history.findLast((event) => event.type === 'workflow.run.resumed')?.payload).toMatchObject({
      reason: 'go',
    })
  })

  test('is refused where there is nothing to skip, with the reason', () => {
    const fresh = new ScriptedRun(definition([call('A')]))
    expect(fresh.refusal({ type: 'skip', actor }).message).toBe('No step can be skipped: the run has not started.')
    fresh.own()
    expect(fresh.refusal({ type: 'skip', actor, step: 'X' })).toMatchObject({ code: 'STEP_NOT_FOUND', field: 'step' })
    const run = begun([call('A'), call('B')])
    expect(run.refusal({ type: 'skip', actor, step: 'B' }).message).toBe(
      'B cannot be skipped: the run has not reached it.',
    )
    run.complete('A')
    expect(run.refusal({ type: 'skip', actor, step: 'A' })).toMatchObject({
      message: 'A cannot be skipped: it is completed.',
      from: 'ACTIVE',
      verb: 'skip',
    })
    const timed = begun([human('Ask')], {}, { timeout_seconds: 5, timeout_includes_waits: true })
    timed.fire('run_timeout')
    expect(timed.refusal({ type: 'skip', actor }).message).toBe('No step can be skipped: no step caused its failure.')
    const held = begun([human('Ask'), call('B', { dependencies: ['Ask'] })], { drive: 'manual' })
    held.send({ type: 'next_step', actor, user_input: null, reason: 'on' })
    held.send({ type: 'cancel', actor })
    expect(held.refusal({ type: 'jump', actor, to_step: 'B' }).message).toContain('the run was cancelled')
  })

  test('of a run that rolls back, and of one that has nothing in flight, there is nothing to skip', () => {
    const run = begun([call('A', { compensate_function: 'test.undo' }), call('B')], {}, { saga_enabled: true })
    run.complete('A')
    run.fail('B')
    expect(run.refusal({ type: 'skip', actor }).message).toBe('No step can be skipped: the run is rolling back.')
    const idle = begun([call('A')])
    idle.send({ type: 'pause', actor })
    idle.complete('A')
    expect(idle.refusal({ type: 'skip', actor }).message).toBe('No step can be skipped: nothing is in flight.')
  })
})

describe('mark done', () => {
  test('goes on as if the step had given the output', () => {
    const run = begun([call('A'), call('B', { with: { n: '{{ state.n }}' } })])
    expect(run.send({ type: 'mark_done', actor, output: { n: 7 }, reason: 'by phone' })).toEqual([
      'A overridden (complete)',
      'A completed',
      'B started',
    ])
    expect(run.state.steps.B).toMatchObject({ with: { n: 7 } })
  })

  test('A83: of a run that failed the step counts one more attempt, and its result is there', () => {
    const run = begun([request('Pay', { http_config: { url: 'https://example.org' } }), call('B')])
    run.fail('Pay')
    expect(run.send({ type: 'mark_done', actor, step: 'Pay', output: { paid: true } })).toContain('Pay#2 completed')
    expect(run.state.outputs.Pay).toEqual({ output: { paid: true } })
    expect(run.state.data).toMatchObject({ paid: true })
  })

  test('a step that a hold keeps back is done without having started', () => {
    const run = begun([call('A'), call('B')])
    run.send({ type: 'pause', actor })
    run.complete('A')
    expect(run.send({ type: 'mark_done', actor, output: null })).toEqual([
      'B overridden (complete)',
      'B started',
      'B completed',
    ])
  })

  test('an answer fits the form, a signal its schema, a decision has a target', () => {
    const form = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
    const asked = begun([human('Ask', { form })])
    expect(asked.refusal({ type: 'mark_done', actor, output: { ok: 'yes' } })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'output.ok',
    })
    expect(asked.send({ type: 'mark_done', actor, output: { ok: true } })).toContain('Ask completed')
    const later = begun([call('A'), human('Ask', { form })])
    later.send({ type: 'pause', actor })
    later.complete('A')
    expect(later.refusal({ type: 'mark_done', actor, output: {} }).field).toBe('output.ok')
    const awaited = begun([signal('Wait', 'paid')])
    expect(awaited.refusal({ type: 'mark_done', actor, output: [1] })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'output',
    })
    const which = begun([decision('Which', [['false', 'A'], 'B'], { function: 'test.which' }), call('A'), call('B')])
    expect(which.refusal({ type: 'mark_done', actor, output: { target: 'C' } })).toMatchObject({
      message: 'output.target: Which chooses the next step: use one of A, B',
      field: 'output.target',
    })
    expect(which.refusal({ type: 'mark_done', actor, output: 3 }).code).toBe('INVALID_INPUT')
    expect(which.send({ type: 'mark_done', actor, output: { target: 'A' } })).toContain('A started')
  })

  test('an output that cannot go into the state is refused, and nothing has changed', () => {
    const run = begun([call('A')])
    const before = run.state
    expect(run.refusal({ type: 'mark_done', actor, output: [1, 2] })).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('output_key'),
      field: 'output',
    })
    expect(run.refusal({ type: 'mark_done', actor, step: 'X', output: null }).code).toBe('STEP_NOT_FOUND')
    expect(run.state).toBe(before)
  })

  test('children, items and rounds of the step are given up', () => {
    const child = begun([subWorkflow('Call', 'Child'), call('B')])
    expect(child.send({ type: 'mark_done', actor, output: { n: 1 } })).toContain('B started')
    expect(child.state.data).toMatchObject({ sub_workflow_results: { Child: { n: 1 } } })
    expect(Object.values(child.state.children)).toMatchObject([{ dropped: true }])
    const fan = begun([
      parallel('All', { iterate_over: '[1, 2]', task_function: 'test.one', output_key: 'all' }),
      call('B'),
    ])
    expect(fan.send({ type: 'mark_done', actor, output: [5, 6] })).toContain('B started')
    const round = begun([loop('Each', [human('Ask')], { iterate_over: '[1]' }), call('B')])
    expect(round.send({ type: 'mark_done', actor, step: 'Each', output: null })).toEqual(
      expect.arrayContaining(['Ask human_task.closed (superseded)', 'Each completed', 'B started']),
    )
  })
})

describe('jump', () => {
  test('upstream: what lies between runs again', () => {
    const run = begun([call('A'), call('B'), call('C')])
    run.complete('A')
    run.complete('B')
    expect(run.send({ type: 'jump', actor, to_step: 'A', reason: 'new price' })).toEqual([
      'C overridden (jump to A)',
      'C skipped (jump)',
      'run reopened (jump: A, B, C)',
      'A@2 started',
    ])
  })

  test('downstream: what lies between is passed over', () => {
    const run = begun([call('A'), call('B'), call('C')])
    expect(run.send({ type: 'jump', actor, from_step: 'A', to_step: 'C' })).toEqual([
      'A overridden (jump to C)',
      'A skipped (jump)',
      'run reopened (jump: C)',
      'B skipped (dead)',
      'C started',
    ])
  })

  test('to the end: the branch is over', () => {
    const run = begun([call('A'), call('B')])
    expect(run.send({ type: 'jump', actor, to_step: 'END' })).toContain('run completed')
  })

  test('a run that failed is led on from the step by which it did', () => {
    const run = begun([call('A'), call('B'), call('C'), call('D')])
    run.complete('A')
    run.fail('B')
    expect(run.send({ type: 'jump', actor, to_step: 'D' }).slice(-2)).toEqual(['C skipped (dead)', 'D started'])
    const back = begun([call('A'), call('B')])
    back.complete('A')
    back.fail('B')
    expect(back.send({ type: 'jump', actor, to_step: 'A' }).at(-1)).toBe('A@2 started')
  })

  test('leads nowhere else', () => {
    const run = begun([call('A', { next: ['B', 'C'] }), call('B', { next: ['END'] }), call('C', { next: ['END'] })])
    run.complete('A')
    expect(run.refusal({ type: 'jump', actor, to_step: 'C' }).code).toBe('AMBIGUOUS_STEP')
    expect(run.refusal({ type: 'jump', actor, from_step: 'B', to_step: 'C' }).message).toBe(
      'The run cannot jump from B to C: it is neither before nor after that step.',
    )
    expect(run.refusal({ type: 'jump', actor, from_step: 'B', to_step: 'Nowhere' })).toMatchObject({
      code: 'STEP_NOT_FOUND',
      field: 'to_step',
    })
    const loose = begun([forget('Tell', { function: 'test.tell' }), call('B')])
    expect(loose.refusal({ type: 'jump', actor, from_step: 'Tell', to_step: 'B' }).message).toContain(
      'does not wait for Tell',
    )
  })

  test('is not possible from a step that has ended', () => {
    const run = begun([transform('T', { n: '1.0' }), call('A')])
    expect(run.refusal({ type: 'jump', actor, from_step: 'T', to_step: 'A' }).message).toBe(
      'T cannot be left by a jump: it is completed.',
    )
  })
})

describe('reasons and a new input', () => {
  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

  test('a retry may bring a new input; what is reused keeps what it wrote', () => {
    const run = begun(
      [call('A'), call('B', { with: { n: '{{ input.n }}' } })],
      { input: { n: 1 } },
      { input_schema: schema },
    )
    run.complete('A', { a: 1 })
    run.fail('B')
    expect(run.refusal({ type: 'retry', actor, input: { n: 'x' } })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'input.n',
    })
    expect(run.refusal({ type: 'retry', actor, input: 5 })).toMatchObject({ code: 'INVALID_INPUT', field: 'input' })
    run.send({ type: 'retry', actor, input: { n: 2 }, reason: 'typo' })
    expect(run.state.steps.B).toMatchObject({ with: { n: 2 } })
    expect(run.state.data).toEqual({ n: 2, a: 1 })
    expect(run.history.find((event) => event.type === 'workflow.run.retried')?.payload).toMatchObject({
      input: { n: 2 },
      reason: 'typo',
    })
  })

  test('without a schema any object will do', () => {
    const run = begun([call('A')])
    run.fail('A')
    expect(run.send({ type: 'retry', actor, input: { any: true } })).toContain('A#2 started')
  })

  test('a signal says why it was sent', () => {
    const run = begun([signal('Wait', 'paid')])
    run.send({ type: 'signal', actor, signal_name: 'paid', payload: null, reason: 'bank called' })
    expect(run.history.find((event) => event.type === 'workflow.signal.received')?.payload).toMatchObject({
      reason: 'bank called',
    })
  })
})

describe('a run that another goes on with', () => {
  const handOver = { type: 'acknowledge', actor, continued_by: 'run-2', reason: 'new version' } as const

  test('is acknowledged by that, once, and takes no retry any more', () => {
    const run = begun([call('A')])
    run.fail('A')
    expect(run.send(handOver)).toEqual(['run acknowledged'])
    expect(run.send(handOver)).toEqual([])
    expect(run.refusal({ ...handOver, continued_by: 'run-3' }).message).toBe(
      'A run that failed cannot be retried: the run run-2 continues with its results.',
    )
    expect(run.refusal({ type: 'retry', actor }).message).toContain('the run run-2 continues')
    expect(run.state.continuedBy).toBe('run-2')
  })

  test('has failed', () => {
    const run = begun([call('A')])
    expect(run.refusal(handOver).message).toContain('has not ended')
    run.complete('A')
    expect(run.refusal(handOver).message).toBe('A run that completed cannot be retried.')
  })
})
