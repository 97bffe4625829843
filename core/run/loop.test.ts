import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { sentence } from './sentence.ts'
import { ana, ScriptedRun } from './testing/scripted-run.ts'
import { call, decision, definition, human, loop, parallel, subWorkflow, transform, wait } from './testing/steps.ts'
import { allowedVerbs, statusOf } from './views.ts'

const eachItem = (body: readonly Step[], more: Partial<Parameters<typeof loop>[2]> = {}) =>
  loop('Loop', body, { iterate_over: 'input.items', ...more })

function started(steps: readonly Step[], input: Json = { items: ['a', 'b'] }, more = {}, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), { input, ...header })
  run.own()
  return run
}

const count = transform('Count', { n: 'state.n + 1.0' })

describe('ITERATE', () => {
  test('A42: the body runs once for each item, each round a visit of its own', () => {
    const run = started([eachItem([call('A'), call('B')]), call('After')])
    expect(run.lines().slice(4)).toEqual(['Loop started', 'Loop loop.round_started', 'A started'])
    expect(run.plan()).toMatchObject([{ step: 'A', each: { item: 'a', index: 0 }, key: 'run/A/1/do' }])
    expect(run.complete('A')).toEqual(['A completed', 'B started'])
    expect(run.complete('B')).toEqual(['B completed', 'Loop loop.round_started', 'A@2 started'])
    expect(run.plan()).toMatchObject([{ step: 'A', each: { item: 'b', index: 1 }, key: 'run/A/2/do' }])
    run.complete('A')
    expect(run.complete('B')).toEqual(['B@2 completed', 'Loop completed', 'After started'])
    expect(run.state.outputs.Loop).toEqual({ output: { iterations: 2 } })
    expect(run.state.steps.Loop).not.toHaveProperty('rounds')
  })

  test('A78: expressions of the body read item, index and the name that the loop gives the item', () => {
    const body = [transform('Add', { seen: "(has(state.seen) ? state.seen : '') + order + item + string(index)" })]
    const run = started([eachItem(body, { item_var_name: 'order' })])
    expect(run.state.data).toMatchObject({ seen: 'aa0bb1' })
  })

  test('A78: the list is evaluated once and kept, whatever the body writes', () => {
    const run = started([loop('Loop', [transform('T', { items: '[]' })], { iterate_over: 'state.items' })])
    expect(run.state.outputs.Loop).toEqual({ output: { iterations: 2 } })
  })

  test('an output_key keeps what each round gave: the result of the last step that completed', () => {
    const body = [call('A'), call('B', { when: "item == 'a'" })]
    const run = started([eachItem(body, { output_key: 'out' })])
    run.complete('A', { x: 1 })
    run.complete('B', { y: 1 })
    run.complete('A', { x: 2 })
    expect(run.state.data.out).toEqual({ iterations: 2, results: [{ y: 1 }, { x: 2 }] })
  })

  test('a round in which nothing completed gives nothing', () => {
    const body = [call('A', { when: "item == 'b'" })]
    const run = started([eachItem(body, { output_key: 'out' })], { items: ['a', 'b', 'a'] })
    run.complete('A', { x: 1 })
    expect(run.state.data.out).toEqual({ iterations: 3, results: [null, { x: 1 }, null] })
    const none = started([eachItem([call('A')], { output_key: 'out' })], { items: [] })
    expect(none.state.data.out).toEqual({ iterations: 0, results: [] })
  })

  test('what the rounds gave is bounded', () => {
    const body = [call('A', { output_key: 'a' })]
    const run = started([eachItem(body, { output_key: 'out' })], { items: new Array(33).fill(0) })
    for (let round = 0; round < 33; round += 1) run.complete('A', 'x'.repeat(limits.run.payloadBytes))
    expect(run.state.outcome?.error).toMatchObject({ code: 'RESULT_TOO_LARGE' })
  })

  test('what is no list fails the loop; so does a list that is longer than max_iterations', () => {
    expect(started([eachItem([count])], { items: 7 }).state.outcome?.error?.code).toBe('LIST_REQUIRED')
    const run = started([eachItem([count], { max_iterations: 1 })], { items: [1, 2], n: 0 })
    expect(run.state.outcome?.error?.code).toBe('LOOP_LIMIT')
    expect(run.state.data.n).toBe(1)
  })
})

describe('WHILE', () => {
  const until = (n: number, more = {}) => loop('Loop', [count], { while_condition: `state.n < ${n}.0`, ...more })

  test('A78: goes on as long as its condition holds, looked at before each round', () => {
    const run = started([until(3, { max_iterations: 5 })], { n: 0 })
    expect(run.state.data.n).toBe(3)
    expect(started([until(0, { max_iterations: 5 })], { n: 0 }).state.outputs.Loop).toEqual({
      output: { iterations: 0 },
    })
  })

  test('A78: still true after max_iterations: LOOP_LIMIT', () => {
    const run = started([until(9, { max_iterations: 5 })], { n: 0 })
    expect(run.state.outcome?.error).toMatchObject({ code: 'LOOP_LIMIT', step: 'Loop' })
    expect(run.state.data.n).toBe(5)
  })

  test('the condition reads the number of the round; one that cannot be evaluated fails the loop', () => {
    expect(started([loop('Loop', [count], { while_condition: 'index < 4' })], { n: 0 }).state.data.n).toBe(4)
    const broken = started([loop('Loop', [count], { while_condition: 'state.nothing' })], { n: 0 })
    expect(broken.state.outcome?.status).toBe('FAILED')
    const none = started([loop('Loop', [count], { mode: 'WHILE' })], { n: 0 })
    expect(none.state.outputs.Loop).toEqual({ output: { iterations: 0 } })
  })

  test('functions in it get the number of the round and no item', () => {
    const run = started([loop('Loop', [call('A')], { while_condition: 'index < 1' })])
    expect(run.plan()).toMatchObject([{ each: { index: 0 } }])
    expect(run.plan()[0]).not.toHaveProperty('each.item')
  })

  test('rounds do not count as visits', () => {
    const run = started(
      [
        loop('Loop', [transform('Count', { n: 'state.n + 1.0' }, { max_visits: 1 })], {
          while_condition: 'state.n < 50.0',
        }),
      ],
      { n: 0 },
    )
    expect(run.state.data.n).toBe(50)
  })
})

describe('the body', () => {
  test('has a flow of its own: routes, END, branches and back edges stay within a round', () => {
    const body = [
      decision('Choose', [["item == 'a'", 'END'], 'Work']),
      call('Work', { next: ['Check'] }),
      decision('Check', [['has(state.again)', 'Work'], 'END']),
    ]
    const run = started([eachItem(body), call('After')])
    expect(run.plan()).toMatchObject([{ step: 'Work', each: { item: 'b' } }])
    run.complete('Work', { again: true })
    expect(run.plan()).toMatchObject([{ step: 'Work', iteration: 3 }])
  })

  test('may hold waits, people, children and fan-outs', () => {
    const body = [
      wait('Wait', { duration_seconds: 1 }),
      human('Ask', { title: 'What of {{ item }}?' }),
      subWorkflow('Sub', 'Child', { input: { what: '{{ item }}' } }),
      parallel('Fan', {
        iterate_over: '[1, 2]',
        task_function: 'f',
        with: { both: '{{ item }}{{ index }}{{ order }}' },
      }),
    ]
    const run = started([eachItem(body, { item_var_name: 'order' })])
    expect(statusOf(run.state)).toBe('PENDING_ASYNC')
    run.fire('wait')
    expect(run.owed('human_task', 'Ask').task.title).toBe('What of a?')
    run.resume({})
    expect(run.owed('child', 'Sub').input).toEqual({ what: 'a' })
    run.childEnded('Sub', 'COMPLETED')
    expect(run.plan()).toMatchObject([{ with: { both: '10a' } }, { with: { both: '21a' } }])
    run.completeItem('Fan', 0)
    run.completeItem('Fan', 1)
    expect(run.plan()).toMatchObject([{ kind: 'timer', step: 'Wait', id: 'wait:Wait:2:1' }])
  })

  test('a jump may not leave it', () => {
    const run = started([eachItem([call('A')]), call('After')])
    expect(run.ask('A', { kind: 'jump', target: 'After', result: null })).toContain('A failed (JUMP_NOT_ALLOWED)')
  })

  test('a loop in a loop begins anew in each round of the outer one', () => {
    const inner = loop('Inner', [transform('T', { log: 'state.log + outer + string(item)' })], {
      iterate_over: '[1, 2]',
    })
    const run = started([loop('Outer', [inner], { iterate_over: 'input.items', item_var_name: 'outer' })], {
      items: ['a', 'b'],
      log: '',
    })
    expect(run.state.data.log).toBe('a1a2b1b2')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })

  test('a step that is ready in it waits for its turn on manual drive, the rounds go on by themselves', () => {
    const run = started([eachItem([call('A')])], { items: ['a', 'b'] }, {}, { drive: 'manual' })
    const step = () => run.send({ type: 'next_step', actor: ana, user_input: null })
    expect(step()).toEqual(['run stepped', 'Loop started', 'Loop loop.round_started'])
    expect(allowedVerbs(run.state)).toContain('next_step')
    expect(sentence(run.executable, run.state, run.now)).toContain('A is ready')
    expect(step()).toEqual(['run stepped', 'A started'])
    expect(allowedVerbs(run.state)).not.toContain('next_step')
    expect(run.complete('A')).toEqual(['A completed', 'Loop loop.round_started'])
    step()
    expect(run.complete('A')).toContain('run completed')
  })

  test('a hold keeps back the next step and the next round', () => {
    const run = started([eachItem([call('A'), call('B')])])
    run.send({ type: 'pause', actor: ana })
    expect(run.complete('A')).toEqual(['A completed'])
    expect(run.send({ type: 'resume', actor: ana })).toContain('B started')
    run.send({ type: 'pause', actor: ana })
    run.complete('B')
    expect(run.send({ type: 'resume', actor: ana })).toContain('A@2 started')
  })
})

describe('failures', () => {
  const both = [call('A'), call('B', { dependencies: [] })]

  test('a step that fails for good fails its loop and the run', () => {
    const run = started([eachItem(both), call('After')])
    expect(run.fail('A')).toEqual([
      'A failed (Error)',
      'Loop failed (Error)',
      'run cancelled (fail_fast)',
      'B skipped (run_ended)',
      'After skipped (failed)',
    ])
    expect(run.state.outcome?.error).toMatchObject({ step: 'A' })
  })

  test('a failure edge in the body takes over within the round', () => {
    const run = started([eachItem([call('A', { on_failure: { target_step: 'Mend' } }), call('Mend')])])
    expect(run.fail('A')).toEqual(['A failed (Error, handled)', 'Mend started'])
    expect(run.complete('Mend')).toContain('A@2 started')
  })

  test('one at the loop lets the round settle, then takes over', () => {
    const run = started([eachItem(both, { on_failure: { target_step: 'Mend' }, next: ['END'] }), call('Mend')])
    expect(run.fail('A')).toEqual(['A failed (Error)'])
    expect(run.complete('B')).toEqual(['B completed', 'Loop failed (Error, handled)', 'Mend started'])
  })

  test('a child that fails in a round is what its loop failed by', () => {
    const run = started([eachItem([subWorkflow('Sub', 'Child')])], undefined, { fail_fast: false })
    expect(run.childEnded('Sub', 'FAILED')).toContain('run failed (FAILED_CHILD_WORKFLOW)')
  })

  test('on_error: ignore goes on behind the loop', () => {
    const run = started([eachItem([call('A')], { on_error: 'ignore' }), call('After')])
    expect(run.fail('A')).toEqual(['A failed (Error)', 'Loop completed (ignored)', 'After started'])
  })

  test('without fail_fast the round settles and the other branches go on', () => {
    const run = started([eachItem(both, { next: ['END'] }), call('Other', { dependencies: [] })], undefined, {
      fail_fast: false,
    })
    run.fail('A')
    expect(run.fail('B')).toEqual(['B failed (Error)', 'Loop failed (Error)'])
    expect(run.complete('Other')).toContain('run failed (FAILED)')
  })

  test('the time limit of a loop ends what is in flight in it', () => {
    const inner = loop('Inner', [human('Ask')], { iterate_over: '[1]' })
    const run = started([eachItem([inner, call('Beside', { dependencies: [] })], { timeout_seconds: 5 })])
    expect(run.fire('timeout')).toEqual([
      'Loop timer.fired',
      'Ask human_task.closed (superseded)',
      'Ask skipped (superseded)',
      'Inner skipped (superseded)',
      'Beside skipped (superseded)',
      'Loop failed (TIMEOUT)',
      'run cancelled (fail_fast)',
    ])
  })

  test('a back edge over a loop gives up what is in flight there', () => {
    const steps = [
      call('First'),
      eachItem([human('Ask')], { next: ['END'] }),
      call('Watch', { dependencies: ['First'], next: ['Again'] }),
      decision('Again', [['true', 'First'], 'END']),
    ]
    const run = started(steps)
    run.complete('First')
    expect(run.complete('Watch')).toEqual(
      expect.arrayContaining(['Ask skipped (superseded)', 'Loop skipped (superseded)']),
    )
    run.complete('First')
    expect(run.lines()).toContain('Loop@2 started')
    expect(run.owed('human_task', 'Ask').iteration).toBe(2)
  })

  test('A21: cancelling ends the loop and what is in flight in it', () => {
    const run = started([eachItem([call('A'), call('B')])])
    expect(run.send({ type: 'cancel', actor: ana })).toEqual([
      'run cancelled (operator)',
      'Loop skipped (run_ended)',
      'A skipped (run_ended)',
      'B skipped (run_ended)',
    ])
  })
})

describe('a retry of the run', () => {
  test('goes on in the round that failed, with the step that failed', () => {
    const run = started([eachItem([call('A'), call('B')]), call('After')], { items: ['a', 'b', 'c'] })
    run.complete('A')
    run.complete('B')
    run.complete('A')
    run.fail('B')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([{ step: 'B', iteration: 2, attempt: 2, key: 'run/B/2/do', each: { item: 'b' } }])
    run.complete('B')
    run.complete('A')
    expect(run.complete('B')).toContain('After started')
  })

  test('of a run that failed elsewhere goes on with what was in flight and what had not begun', () => {
    const run = started([eachItem([call('A'), call('B')]), call('Other', { dependencies: [] })])
    run.fail('Other')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([
      { step: 'A', attempt: 2 },
      { step: 'Other', attempt: 2 },
    ])
    run.complete('A')
    expect(run.plan()).toMatchObject([{ step: 'Other' }, { step: 'B', attempt: 1 }])
  })

  test('from the loop begins it anew and takes back what its body wrote', () => {
    const run = started([eachItem([call('A')]), call('After')], { items: ['a', 'b'] })
    run.complete('A', { n: 1 })
    run.fail('A')
    run.send({ type: 'retry', actor: ana, from_step: 'Loop' })
    expect(run.state.data).toEqual({ items: ['a', 'b'] })
    expect(run.plan()).toMatchObject([{ step: 'A', iteration: 3, each: { item: 'a' } }])
  })

  test('from a step of the body is refused, and says what to name instead', () => {
    const run = started([eachItem([call('A')])])
    run.fail('A')
    expect(run.refusal({ type: 'retry', actor: ana, from_step: 'A' })).toMatchObject({
      code: 'STEP_NOT_FOUND',
      message: 'There is no step A to go on from; it is part of Loop: name that.',
    })
  })

  test('of a child that failed in a loop lets the loop wait for it again', () => {
    const run = started([eachItem([subWorkflow('Sub', 'Child'), call('B')])])
    run.childEnded('Sub', 'FAILED')
    expect(statusOf(run.state)).toBe('FAILED_CHILD_WORKFLOW')
    expect(run.send({ type: 'child_retried', child_run_id: 'id-1' })).toEqual([
      'run retried',
      'run reopened (retry: Loop, Sub, B)',
      'Loop#2 started',
      'Sub#2 started',
      'Sub child.retried',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(run.childRunEnded('id-1', 'COMPLETED')).toContain('B started')
  })
})

describe('a saga', () => {
  const undo = { compensate_function: 'f.undo' }

  test('A70: undoes every round in reverse order of completion', () => {
    const run = started([eachItem([call('A', undo), call('B', undo)]), call('After')], undefined, {
      saga_enabled: true,
    })
    for (const step of ['A', 'B', 'A', 'B']) run.complete(step, { by: step })
    run.fail('After')
    const undone: string[] = []
    for (let effect = run.plan()[0]; effect?.kind === 'attempt'; effect = run.plan()[0]) {
      undone.push(`${effect.step} ${effect.iteration}`)
      run.complete(effect.step)
    }
    expect(undone).toEqual(['B 2', 'A 2', 'B 1', 'A 1'])
    expect(statusOf(run.state)).toBe('FAILED_ROLLED_BACK')
  })

  test('lets what executes in a round settle, then ends the loop', () => {
    const inner = loop('Inner', [call('A', undo)], { iterate_over: '[1, 2]' })
    const run = started([eachItem([inner]), call('Other', { dependencies: [] })], undefined, { saga_enabled: true })
    run.fail('Other')
    expect(run.complete('A')).toEqual([
      'A completed',
      'Inner skipped (run_ended)',
      'Loop skipped (run_ended)',
      'Other compensation.completed (noop)',
      'A compensation.started',
    ])
  })

  test('a retry after a rollback begins the loop anew, with new keys', () => {
    const run = started([eachItem([call('A', undo)]), call('Last', undo), call('After')], undefined, {
      saga_enabled: true,
    })
    run.complete('A')
    run.complete('A')
    run.complete('Last')
    run.fail('After')
    run.fail('Last', 'Error', false)
    run.complete('A')
    run.complete('A')
    expect(statusOf(run.state)).toBe('FAILED')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([{ step: 'After' }])
  })

  test('a loop that failed in a round and was undone begins with its first one', () => {
    const body = [call('A', undo), call('B', undo)]
    const run = started([call('Z', undo), eachItem(body)], undefined, { saga_enabled: true })
    run.complete('Z')
    run.complete('A')
    run.complete('B')
    run.complete('A')
    run.fail('B')
    run.complete('A')
    run.complete('B')
    run.complete('A')
    run.fail('Z', 'Error', false)
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([{ step: 'A', iteration: 3, each: { item: 'a' } }])
  })
})

test('A42: ten thousand rounds of steps that need nobody let others have their turn, and cost the same late as early', () => {
  const rounds = limits.run.loopIterations
  const run = new ScriptedRun(definition([loop('Loop', [count], { while_condition: `state.n < ${rounds}.0` })]), {
    input: { n: 0 },
  })
  const first = run.own()
  expect(first.length).toBeLessThan(limits.run.eventsPerTurn + 10)
  expect(statusOf(run.state)).toBe('PENDING_ASYNC')
  expect(run.plan()).toMatchObject([{ kind: 'timer', purpose: 'turn', dueAt: run.now }])
  expect(run.fire('turn')[0]).toBe('Loop timer.fired')
  expect(run.refusal({ type: 'timer_fired', timer_id: 'turn:Loop:1:0' }).code).toBe('STALE')
})
