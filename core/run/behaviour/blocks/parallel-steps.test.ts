import { describe, expect, test } from 'vitest'
import type { BranchStep, Definition } from '#core/definition/definition.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import {
  call,
  definition,
  forget,
  human,
  loop,
  parallel,
  request,
  script,
  signal,
  subWorkflow,
  transform,
  wait,
  work,
} from '../../testing/steps.ts'
import { openTasks } from '../../views.ts'

type More = Partial<Parameters<typeof parallel>[1]>

function side(
  tasks: readonly (BranchStep | { name: string; function: string })[],
  more: More = {},
  whole: Partial<Definition> = {},
) {
  const run = new ScriptedRun(definition([parallel('P', { tasks, ...more }), call('After')], whole))
  run.own()
  return run
}

function each(task: BranchStep, more: More = {}, whole: Partial<Definition> = {}, list = "['a', 'b']") {
  const run = new ScriptedRun(definition([parallel('P', { iterate_over: list, task, ...more }), call('After')], whole))
  run.own()
  return run
}

const saga = { saga_enabled: true }

describe('a whole step of each type is a branch', () => {
  test('functions, requests, scripts and worker tasks', () => {
    const run = side([
      call('Call'),
      request('Http', { http_config: { url: 'https://a.test' } }),
      script('Script', { code: 'return 1' }),
      work('Work', { queue: 'q' }),
      { name: 'short', function: 'test.short' },
    ])
    expect(run.state.open).toEqual(['P', 'Call', 'Http', 'Script', 'Work'])
    expect(run.plan().map(({ kind }) => kind)).toEqual(['attempt', 'attempt', 'attempt', 'attempt', 'worker_task'])
    run.complete('Call', { call: 1 })
    run.complete('Http', { http: 2 })
    run.complete('Script', { script: 3 })
    run.completeItem('P', 4, { short: 5 })
    expect(run.state.open).toEqual(['P', 'Work'])
    const { iteration, attempt } = run.owed('worker_task', 'Work')
    run.send({
      type: 'attempt_ended',
      step: 'Work',
      iteration,
      attempt,
      outcome: { kind: 'completed', output: { work: 4 } },
    })
    expect(run.state.outputs.P?.output).toEqual({
      Call: { call: 1 },
      Http: { http: 2 },
      Script: { script: 3 },
      Work: { work: 4 },
      short: { short: 5 },
    })
    expect(run.state.data).toEqual({ call: 1, http: 2, script: 3, work: 4, short: 5 })
    expect(run.state.open).toEqual(['After'])
  })

  test('people, signals, times, runs below and steps that only compute, while others run', () => {
    const run = side([
      human('Ask', { title: 'Sure?' }),
      signal('Go', 'go'),
      wait('Rest', { duration_seconds: 5 }),
      subWorkflow('Sub', 'Child', { output_key: 'sub' }),
      transform('Set', { 'a.b': '1' }),
      forget('Forget', { function: 'test.forget' }),
      call('Never', { when: 'false' }),
    ])
    expect(run.state.open).toEqual(['P', 'Ask', 'Go', 'Rest', 'Sub', 'Forget'])
    run.resume({ ok: true })
    run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: { went: true } })
    run.fire('wait')
    run.childEnded('Sub', 'COMPLETED', { n: 1 })
    expect(run.state.data).toEqual({})
    run.complete('Forget', { gone: 1 })
    expect(run.state.outputs.P?.output).toEqual({
      Ask: { ok: true },
      Go: { went: true },
      Rest: null,
      Sub: { n: 1 },
      Set: { 'a.b': 1 },
      Forget: { gone: 1 },
      Never: null,
    })
    expect(run.state.data).toEqual({
      ok: true,
      went: true,
      sub_workflow_results: { Child: { n: 1 } },
      sub: { n: 1 },
      a: { b: 1 },
    })
    run.complete('After')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })
})

describe('what branches write is merged at the join', () => {
  const writing = (more: More) =>
    side([transform('A', { 'x.a': '1', 'x.c': '1' }), transform('B', { 'x.b': '2', 'x.c': '2' })], more)

  test('in the order of the tasks, path by path', () => {
    expect(writing({}).state.data).toEqual({ x: { a: 1, b: 2, c: 2 } })
    expect(writing({ merge_conflict_behavior: 'PREFER_EXISTING' }).state.data).toEqual({ x: { a: 1, b: 2, c: 1 } })
    expect(writing({ merge_conflict_behavior: 'RAISE_ERROR' }).state.outcome?.error).toMatchObject({
      code: 'MERGE_CONFLICT',
      message: expect.stringContaining('state.x.c; the later one is B'),
    })
    expect(writing({ output_key: 'all' }).state.data).toEqual({
      all: { A: { 'x.a': 1, 'x.c': 1 }, B: { 'x.b': 2, 'x.c': 2 } },
    })
  })

  test('results by their fields, or deeper; a short task among them counts the same', () => {
    const results = (more: More) => {
      const run = side([call('A'), { name: 'b', function: 'test.b' }, subWorkflow('S', 'Child')], more)
      run.complete('A', { x: { a: 1 }, e: {} })
      run.childEnded('S', 'COMPLETED', {})
      run.completeItem('P', 1, { x: { b: 2 }, ['__proto__']: 1 })
      return run.state.data
    }
    const below = { sub_workflow_results: { Child: {} } }
    expect(results({})).toEqual({ ...below, x: { b: 2 }, e: {} })
    expect(results({ merge_strategy: 'DEEP' })).toEqual({ ...below, x: { a: 1, b: 2 }, e: {} })
  })

  test('deeper, a field that would change the prototype is left out', () => {
    const run = side([call('A')], { merge_strategy: 'DEEP' })
    run.complete('A', JSON.parse('{ "x": { "a": 1, "__proto__": { "b": 2 } } }'))
    expect(run.state.data).toEqual({ x: { a: 1 } })
    expect(Object.keys(run.state.data.x as object)).toEqual(['a'])
  })

  test('a result that cannot be merged fails the PARALLEL step; short sub-workflows keep their place', () => {
    const run = side([call('A'), { name: 'b', function: 'test.b' }])
    run.complete('A', [1])
    run.completeItem('P', 1, null)
    expect(run.state.outcome?.error?.code).toBe('OUTPUT_KEY_REQUIRED')
    const short = side([call('A'), { name: 'b', function: 'test.b' }])
    short.complete('A')
    short.completeItem('P', 1, 'text')
    expect(short.state.outcome?.error?.code).toBe('OUTPUT_KEY_REQUIRED')
    const child = side([transform('A', { a: '1' }), { name: 'c', sub_workflow_type: 'Child' } as never])
    child.childEnded('P', 'COMPLETED', { n: 1 })
    expect(child.state.data).toMatchObject({ a: 1, sub_workflow_results: { Child: { n: 1 } } })
  })
})

describe('a branch that fails', () => {
  test('is tried again by its own policy, then fails the PARALLEL step with its error; the others end', () => {
    const run = side([call('A', { retry: { max_attempts: 2 } }), human('Ask')])
    run.fail('A')
    run.fire('retry')
    run.fail('A', 'Broken')
    expect(run.state.outcome).toMatchObject({ status: 'FAILED', error: { code: 'Broken', message: 'A: A broke' } })
    expect(run.state.steps.Ask).toMatchObject({ status: 'skipped', reason: 'superseded' })
    expect(run.lines().some((line) => line.includes('human_task.closed'))).toBe(true)
    run.send({ type: 'retry', actor: ana })
    expect(run.state.open).toEqual(['P', 'A', 'Ask'])
    expect(run.state.steps.A).toMatchObject({ iteration: 1, attempt: 3, attemptsBefore: 2 })
    run.complete('A', { a: 1 })
    run.resume({ b: 2 })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })

  test('can be left out, or ignored by itself, or time out', () => {
    const run = side([call('A'), call('B')], { allow_partial_success: true })
    run.fail('A', 'Final', false)
    run.complete('B', { b: 1 })
    expect(run.state.outputs.P?.output).toEqual({ B: { b: 1 } })
    run.fail('After', 'Final', false)
    // The branch that failed is no reason of the failure, and does not run again.
    run.send({ type: 'retry', actor: ana })
    expect(run.state.open).toEqual(['After'])
    const ignored = side([call('A', { on_error: 'ignore' }), human('Ask', { timeout_seconds: 3 })], {
      on_failure: { target_step: 'After' },
    })
    ignored.fail('A')
    ignored.fire('timeout')
    expect(ignored.state.steps.P).toMatchObject({ status: 'failed', handled: true, error: { code: 'TIMEOUT' } })
    expect(ignored.state.open).toEqual(['After'])
  })

  test('directives: a rollback fails the run, a jump ends the branch, a pause asks a person', () => {
    const rolled = side([call('A')], { allow_partial_success: true, on_failure: { target_step: 'After' } })
    rolled.ask('A', { kind: 'rollback', reason: 'enough' })
    expect(rolled.state.outcome?.error).toMatchObject({ code: 'ROLLBACK_REQUESTED' })
    const run = side([call('A'), call('B'), call('C')])
    run.ask('A', { kind: 'jump', target: 'END', result: { a: 1 } })
    run.ask('B', { kind: 'pause', result: { b: 1 } })
    run.ask('C', { kind: 'jump', target: 'After', result: null })
    expect(run.state.outcome?.error).toMatchObject({ code: 'JUMP_NOT_ALLOWED' })
    const paused = side([call('B', { title: 'Look closer' })])
    paused.ask('B', { kind: 'pause', result: { b: 1 } })
    expect(openTasks(paused.state)).toMatchObject([{ step: 'B', task: { title: 'Look closer' } }])
    expect(paused.state.data).toEqual({})
    paused.resume({ c: 2 })
    expect(paused.state.data).toEqual({ b: 1, c: 2 })
  })

  test('a time limit of the PARALLEL step ends its branches, and another try goes on with them', () => {
    const run = side([call('A'), human('Ask')], { timeout_seconds: 9, retry: { max_attempts: 2 } })
    run.complete('A', { a: 1 })
    run.fire('timeout')
    expect(run.state.steps.Ask).toMatchObject({ status: 'skipped', reason: 'superseded' })
    run.fire('retry')
    expect(run.state.open).toEqual(['P', 'Ask'])
    expect(run.state.steps.Ask).toMatchObject({ iteration: 1, attempt: 2 })
    run.resume({ b: 2 })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })

  test('another try after a time limit also repeats the branches that had been left out', () => {
    const run = side([call('A'), human('Ask')], {
      allow_partial_success: true,
      timeout_seconds: 9,
      retry: { max_attempts: 2 },
    })
    run.fail('A', 'Final', false)
    expect(run.state.open).toEqual(['P', 'Ask'])
    run.fire('timeout')
    run.fire('retry')
    expect(run.state.open).toEqual(['P', 'A', 'Ask'])
    expect(run.state.steps.A).toMatchObject({ iteration: 1, attempt: 2 })
    run.complete('A', { a: 1 })
    run.resume({ b: 2 })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })
})

describe('a saga', () => {
  const undo = { compensate_function: 'test.undo' }

  test('undoes the branches that completed, in the reverse order of their completion', () => {
    const run = side([call('A', undo), call('B', undo)], {}, saga)
    run.complete('B', { b: 1 })
    run.complete('A', { a: 1 })
    run.fail('After', 'Final', false)
    run.complete('A')
    run.complete('B')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
    const undone = run.history.flatMap((event) => (event.type === 'workflow.compensation.started' ? [event.step] : []))
    expect(undone).toEqual(['A', 'B'])
  })

  test('when a branch fails, waits end at once, and what executes settles first', () => {
    const run = side(
      [call('A'), human('Ask'), call('B', { ...undo, retry: { max_attempts: 3 } }), subWorkflow('Sub', 'Child')],
      {},
      saga,
    )
    run.fail('A', 'Final', false)
    expect(run.state.steps.Ask).toMatchObject({ reason: 'run_ended' })
    expect(run.state.open).toEqual(['P', 'B', 'Sub'])
    expect(Object.values(run.state.children)).toMatchObject([{ dropped: true }])
    run.childEnded('Sub', 'CANCELLED')
    // Nothing is tried again, and nobody is asked, once the step is given up.
    run.ask('B', { kind: 'pause', result: null })
    expect(run.state.outcome).toMatchObject({ status: 'FAILED_ROLLED_BACK', error: { message: 'A: A broke' } })
  })

  test('a branch that ends well while the step is given up is undone', () => {
    const run = side([call('A'), call('B', undo)], {}, saga)
    run.fail('A', 'Final', false)
    run.complete('B')
    run.complete('B')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
  })

  test('a rollback stops branches that have not begun, and waits for those that have', () => {
    const run = side([call('A', undo), human('Ask'), call('B')], { batch_size: 2 }, saga)
    run.send({ type: 'cancel', actor: ana, compensate: true })
    expect(run.state.open).toEqual(['P', 'A'])
    run.complete('A')
    run.complete('A')
    expect(run.state.outcome?.status).toBe('CANCELLED')
  })

  test('after a rollback that was not complete, a retry begins the PARALLEL step anew', () => {
    const run = side([call('A', undo), call('B', undo)], {}, saga)
    run.complete('A', { a: 1 })
    run.complete('B', { b: 1 })
    run.fail('After', 'Final', false)
    run.complete('B')
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      run.fail('A')
      if (attempt < 3) run.fire('retry')
    }
    expect(run.state.outcome).toMatchObject({ status: 'FAILED', notUndone: ['A'] })
    run.send({ type: 'retry', actor: ana })
    expect(run.state.steps.P).toMatchObject({ iteration: 2 })
    expect(run.state.open).toEqual(['P', 'A', 'B'])
    expect(run.state.steps.A).toMatchObject({ iteration: 2 })
    run.complete('A')
    run.complete('B')
    run.complete('After')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })
})

test('a loop around an undone branch begins with its first round again', () => {
  const body = [parallel('P', { tasks: [call('A', { compensate_function: 'test.undo' })] }), call('Last')]
  const run = new ScriptedRun(definition([loop('L', body, { iterate_over: '[1, 2]' })], saga))
  run.own()
  run.complete('A')
  run.complete('Last')
  run.complete('A')
  run.fail('Last', 'Final', false)
  run.complete('A')
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    run.fail('A')
    if (attempt < 3) run.fire('retry')
  }
  run.send({ type: 'retry', actor: ana })
  expect(run.state.steps.L).toMatchObject({ status: 'looping', iteration: 2, rounds: { round: 0 } })
  expect(run.state.open).toEqual(['L', 'P', 'A'])
})

describe('over a list, the step runs for each item', () => {
  test('with the item in its expressions, as many at once as allowed, and the results by index', () => {
    const ask = human('Ask', { title: '{{ index }} {{ item }} {{ box }}', assignees: ['ana'] })
    const run = each(ask, { batch_size: 1, item_var_name: 'box' })
    expect(openTasks(run.state)).toMatchObject([{ step: 'Ask[0]', task: { title: '0 a a' } }])
    run.resume({ ok: 1 })
    expect(openTasks(run.state)).toMatchObject([{ step: 'Ask[1]', task: { title: '1 b b' } }])
    run.resume({ ok: 2 })
    expect(run.state.outputs.P?.output).toEqual({ results: [{ ok: 1 }, { ok: 2 }], errors: [null, null] })
    expect(run.state.data).toEqual({ P: { results: [{ ok: 1 }, { ok: 2 }], errors: [null, null] } })
  })

  test('functions get the item; those that fail are left out or fail the step, and a retry runs those alone', () => {
    const run = each(call('Call', { compensate_function: 'test.undo' }))
    expect(run.owed('attempt', 'Call[1]')).toMatchObject({ each: { item: 'b', index: 1 }, key: 'run/Call[1]/1/do' })
    run.complete('Call[0]', { n: 0 })
    run.fail('Call[1]', 'Final', false)
    expect(run.state.outcome?.error).toMatchObject({ message: 'item 1: Call[1] broke', step: 'Call[1]' })
    run.send({ type: 'retry', actor: ana })
    expect(run.state.open).toEqual(['P', 'Call[1]'])
    run.complete('Call[1]', { n: 1 })
    expect(run.state.outputs.P?.output).toMatchObject({ results: [{ n: 0 }, { n: 1 }] })
  })

  test('the list may be empty, and has a bound of its own', () => {
    expect(each(call('Call'), {}, {}, '[]').state.open).toEqual(['After'])
    const many = `[${Array.from({ length: 1_001 }, (_, index) => index).join(', ')}]`
    expect(each(call('Call'), {}, {}, many).state.outcome?.error?.code).toBe('LIST_TOO_LONG')
  })

  test('within a loop each round has its own visits', () => {
    const inner = parallel('P', { iterate_over: "['x']", task: transform('Set', { n: 'item' }), output_key: 'got' })
    const run = new ScriptedRun(
      definition([loop('L', [inner, call('Use', { with: { got: '{{ item }}' } })], { iterate_over: '[1, 2]' })]),
    )
    run.own()
    expect(run.state.steps['Set[0]']).toMatchObject({ status: 'completed', iteration: 1 })
    run.complete('Use')
    expect(run.state.steps['Set[0]']).toMatchObject({ status: 'completed', iteration: 2 })
    run.complete('Use')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })
})

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
})
