import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { sentence } from '../../sentence/sentence.ts'
import { count, eachItem, started } from '../../testing/loop-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, decision, definition, human, loop, parallel, subWorkflow, transform, wait } from '../../testing/steps.ts'
import { allowedVerbs } from '../../views/allowed-verbs.ts'
import { statusOf } from '../../views/status.ts'

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

  test('a test up to a step of its body ends with the first round', () => {
    const run = started([eachItem([call('A')], { first_round_only: true })])
    run.complete('A')
    expect(run.state.outputs.Loop).toEqual({ output: { iterations: 1 } })
    const endless = loop('Loop', [call('A')], { mode: 'WHILE', while_condition: 'true', first_round_only: true })
    const once = started([endless])
    once.complete('A')
    expect(once.state.outcome?.status).toBe('COMPLETED')
  })

  test('what the rounds gave is bounded', () => {
    const body = [call('A', { output_key: 'a' })]
    const run = started([eachItem(body, { output_key: 'out' })], { items: new Array(33).fill(0) })
    for (let round = 0; round < 33; round += 1) run.complete('A', 'x'.repeat(limits.run.inputBytes))
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

  test('one whose condition failed before its first round asks again when it is retried, before anything of it runs', () => {
    const whether = [loop('Loop', [call('A')], { while_condition: 'input.go && index < 1.0' }), call('After')]
    const not = started(whether, {})
    const retry = (go: boolean) => ({ type: 'retry', actor: ana, input: { go } }) as const
    expect(not.send(retry(false)).slice(-3)).toEqual(['Loop#2 started', 'Loop#2 completed', 'After started'])
    const once = started(whether, {})
    expect(once.send(retry(true)).slice(-3)).toEqual(['Loop#2 started', 'Loop loop.round_started', 'A started'])
    expect(once.complete('A')).toEqual(['A completed', 'Loop#2 completed', 'After started'])
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
