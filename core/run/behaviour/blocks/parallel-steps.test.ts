import { describe, expect, test } from 'vitest'
import { each, type More, side } from '../../testing/branch-runs.ts'
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
import { openTasks } from '../../views/open-work.ts'

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
