import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { decide } from '../decide.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, transform } from '../testing/steps.ts'

function started(...steps: Parameters<typeof definition>[0]): ScriptedRun {
  const run = new ScriptedRun(definition(steps))
  run.own()
  return run
}

describe('forward edges', () => {
  test('branches start together and join on all', () => {
    const run = started(call('A', { next: ['B', 'C'] }), call('B'), call('C'), call('D', { dependencies: ['B', 'C'] }))
    expect(run.complete('A')).toEqual(['A completed', 'B started', 'C started'])
    expect(run.complete('C')).toEqual(['C completed'])
    expect(run.complete('B')).toEqual(['B completed', 'D started'])
    expect(run.complete('D')).toEqual(['D completed', 'run completed'])
  })

  test('A36: exclusive branches join without a deadlock', () => {
    const run = started(
      call('A'),
      decision('Gate', [['state.high', 'Left'], 'Right']),
      call('Left', { next: ['Join'] }),
      call('Right', { next: ['Join'] }),
      call('Join'),
    )
    expect(run.complete('A', { high: true })).toEqual([
      'A completed',
      'Gate started',
      'Gate completed',
      'Right skipped (dead)',
      'Left started',
    ])
    expect(run.complete('Left')).toEqual(['Left completed', 'Join started'])
  })

  test('an END ends its branch; the run ends with the last one', () => {
    const run = started(call('A', { next: ['END'] }), call('B', { dependencies: [], next: ['END'] }), call('C'))
    expect(run.lines().slice(4)).toEqual(['C skipped (dead)', 'A started', 'B started'])
    expect(run.complete('A')).toEqual(['A completed'])
    expect(run.complete('B')).toEqual(['B completed', 'run completed'])
  })

  test('a decision may lead to the end', () => {
    const run = started(call('A'), decision('Gate', [['true', 'END'], 'B']), call('B'))
    expect(run.complete('A')).toEqual([
      'A completed',
      'Gate started',
      'Gate completed',
      'B skipped (dead)',
      'run completed',
    ])
  })

  test('a dependency on a decision that does not route there is live once it has decided', () => {
    const run = started(decision('Gate', ['B']), call('B', { next: ['END'] }), call('C', { dependencies: ['Gate'] }))
    expect(run.state.open).toEqual(['B', 'C'])
  })

  test('a step skipped by its when lets the run go on', () => {
    const run = started(call('A'), call('B', { when: 'state.wanted' }), call('C'))
    expect(run.complete('A', { wanted: false })).toEqual(['A completed', 'B skipped (when)', 'C started'])
    const wanted = started(call('A'), call('B', { when: 'state.wanted' }))
    expect(wanted.complete('A', { wanted: true })).toEqual(['A completed', 'B started'])
  })

  test('a decision skipped by its when takes its default, and nothing without one', () => {
    const routes = [['true', 'B'], 'C'] as const
    const withDefault = started(
      call('A'),
      decision('Gate', routes, { when: 'false' }),
      call('B', { next: ['END'] }),
      call('C'),
    )
    expect(withDefault.complete('A')).toEqual(['A completed', 'Gate skipped (when)', 'B skipped (dead)', 'C started'])
    const without = started(call('A'), decision('Gate', [['true', 'B']], { when: 'false' }), call('B'))
    expect(without.complete('A')).toEqual(['A completed', 'Gate skipped (when)', 'B skipped (dead)', 'run completed'])
  })

  test('a failure edge of a skipped step is dead', () => {
    const run = started(
      call('A', { when: 'false', on_failure: { target_step: 'Help' } }),
      call('B', { next: ['END'] }),
      call('Help'),
    )
    expect(run.lines().slice(4)).toEqual(['A skipped (when)', 'Help skipped (dead)', 'B started'])
  })

  test('a when that is no boolean fails the step', () => {
    const run = started(call('A', { when: '1' }))
    expect(run.lines().slice(4, 6)).toEqual(['A started', 'A failed (CONDITION_NOT_BOOLEAN)'])
  })

  test('A36: a decision without a route that holds fails with NO_ROUTE', () => {
    const run = started(decision('Gate', [['false', 'A']]), call('A'))
    expect(run.lines().slice(4)).toEqual([
      'Gate started',
      'Gate failed (NO_ROUTE)',
      'run cancelled (fail_fast)',
      'A skipped (failed)',
    ])
  })

  test('a decision whose condition breaks fails', () => {
    const run = started(decision('Gate', [['state.nothing.there', 'A']]), call('A'))
    expect(run.state.outcome).toMatchObject({ status: 'FAILED', error: { code: 'FIELD_NOT_FOUND', step: 'Gate' } })
  })

  test('a decision with a function chooses by its result, which goes into state', () => {
    const run = started(
      decision('Gate', [['state.score > 5', 'A'], 'B'], { function: 'test.score' }),
      call('A', { next: ['END'] }),
      call('B'),
    )
    expect(run.complete('Gate', { score: 6 })).toEqual(['Gate completed', 'B skipped (dead)', 'A started'])
    expect(run.state.data).toEqual({ score: 6 })
    const broken = started(decision('Gate', [['state.score', 'A']], { function: 'test.score' }), call('A'))
    expect(broken.complete('Gate', { score: 6 })[0]).toBe('Gate failed (CONDITION_NOT_BOOLEAN)')
  })

  test('steps that are named like properties of objects are steps', () => {
    const run = started(call('toString'), call('valueOf'))
    run.complete('toString', { toString: 1 })
    expect(run.complete('valueOf')).toEqual(['valueOf completed', 'run completed'])
  })
})

describe('back edges', () => {
  const loop = [call('Try'), decision('Enough', [['state.count >= 3', 'Done'], 'Try']), call('Done')] as const

  test('a back edge opens its target and what follows as the next iteration', () => {
    const run = started(...loop)
    expect(run.complete('Try', { count: 1 })).toEqual([
      'Try completed',
      'Enough started',
      'Enough completed',
      'run reopened (back_edge: Try, Enough)',
      'Try@2 started',
    ])
    expect(run.state.outputs).toMatchObject({ Try: { output: { count: 1 } } })
    run.complete('Try', { count: 2 })
    expect(run.complete('Try', { count: 3 })).toEqual([
      'Try@3 completed',
      'Enough@3 started',
      'Enough@3 completed',
      'Done started',
    ])
    expect(run.state.writes.Try).toHaveLength(1)
  })

  test('what is in flight downstream is superseded', () => {
    const run = started(
      call('A', { next: ['B', 'Ask'] }),
      decision('B', [['state.again', 'A'], 'END'], { function: 'test.b' }),
      human('Ask'),
    )
    run.complete('A')
    expect(run.complete('B', { again: true })).toEqual([
      'B completed',
      'Ask human_task.closed (superseded)',
      'Ask skipped (superseded)',
      'run reopened (back_edge: A, B, Ask)',
      'A@2 started',
    ])
    run.complete('A')
    expect(run.complete('B', { again: false })).toEqual([
      'B@2 completed',
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Ask)',
    ])
  })

  test('what is in flight elsewhere goes on', () => {
    const run = started(decision('A', ['A'], { function: 'test.a' }), call('Other', { dependencies: [] }))
    expect(run.complete('A')).toEqual(['A completed', 'run reopened (back_edge: A)', 'A@2 started'])
    expect(run.state.open).toEqual(['Other', 'A'])
  })

  test('a late result of a superseded attempt is stale', () => {
    const run = started(call('A', { next: ['B', 'C'] }), decision('B', ['A'], { function: 'test.b' }), call('C'))
    run.complete('A')
    run.complete('B')
    const outcome = { kind: 'completed', output: null } as const
    expect(run.refusal({ type: 'attempt_ended', step: 'C', iteration: 1, attempt: 1, outcome }).code).toBe('STALE')
  })

  test('max_visits bounds a loop, and neither on_error nor on_failure takes it further', () => {
    const run = started(call('A', { max_visits: 2, on_error: 'ignore', next: ['B'] }), decision('B', ['A']))
    run.complete('A')
    expect(run.complete('A')).toEqual([
      'A@2 completed',
      'B@2 started',
      'B@2 completed',
      'run reopened (back_edge: A, B)',
      'A@3 started',
      'A@3 failed (MAX_VISITS)',
      'run cancelled (fail_fast)',
      'B@3 skipped (failed)',
    ])
  })

  test('a loop of pure steps ends by the bound of visits', () => {
    const run = started(transform('A', { x: '1' }), decision('B', ['A']))
    expect(run.state.outcome?.error?.code).toBe('MAX_VISITS')
    expect(run.state.steps.A).toMatchObject({ iteration: limits.run.maxVisits + 1 })
  })

  test('more events than one decision may have end the run', () => {
    const inner = Array.from({ length: 30 }, (_, index) => transform(`T${index}`, { x: '1' }))
    const run = started(...inner, decision('Again', ['T0']))
    expect(run.state.outcome?.error?.code).toBe('DECISION_TOO_LONG')
    expect(run.state.seq).toBeLessThan(limits.run.eventsPerDecision + 1_000)
  })

  test('an iteration that has not come to a step yet is used for it', () => {
    const run = started(
      call('A', { next: ['B', 'Slow'] }),
      decision('B', ['A'], { function: 'test.b' }),
      call('Slow', { next: ['Last'] }),
      call('Last'),
    )
    run.complete('A')
    run.complete('Slow')
    run.complete('Last')
    run.complete('B')
    run.complete('A')
    expect(run.complete('B')).toEqual([
      'B@2 completed',
      'Slow@2 skipped (superseded)',
      'run reopened (back_edge: A, B, Slow, Last)',
      'A@3 started',
    ])
    expect(run.state.steps.Last).toMatchObject({ status: 'again', iteration: 2 })
  })

  test('a step that was about to start is held back when another leads back', () => {
    const run = started(
      call('A', { next: ['B', 'C'] }),
      human('B', { title: '{{ input.nothing.there }}', on_failure: { target_step: 'A' } }),
      call('C'),
    )
    expect(run.complete('A')).toEqual([
      'A completed',
      'B started',
      'B failed (FIELD_NOT_FOUND, handled)',
      'run reopened (back_edge: A, B)',
      'A@2 started',
    ])
  })

  test('a history has an end', () => {
    const run = started(call('A'), call('B'))
    const state = { ...run.state, seq: limits.run.historyEvents }
    const outcome = { kind: 'completed', output: null } as const
    const command = { type: 'attempt_ended', step: 'A', iteration: 1, attempt: 1, outcome } as const
    const result = decide(run.executable, state, command, { now: 0, newId: () => '', random: () => 0 })
    expect(result.ok && result.state.outcome?.error?.code).toBe('HISTORY_TOO_LONG')
  })

  test('two back edges of one step are taken together', () => {
    const run = started(call('A', { next: ['B'] }), call('B', { next: ['C'] }), call('C', { next: ['A', 'B'] }))
    run.complete('A')
    run.complete('B')
    expect(run.complete('C')).toEqual(['C completed', 'run reopened (back_edge: A, B, C)', 'A@2 started'])
    run.complete('A')
    expect(run.complete('B')).toEqual(['B@2 completed', 'C@2 started'])
  })

  test('a failure edge may lead back', () => {
    const run = started(call('A'), call('B', { on_failure: { target_step: 'A' } }))
    run.complete('A')
    expect(run.fail('B')).toEqual(['B failed (Error, handled)', 'run reopened (back_edge: A, B)', 'A@2 started'])
  })
})

describe('jumps', () => {
  const jump = (target: string) => ({ kind: 'jump', target, result: { jumped: true } }) as const

  test('A37: upstream, as a back edge', () => {
    const run = started(call('A'), call('B'), call('C'))
    run.complete('A')
    expect(run.ask('B', jump('A'))).toEqual(['B completed', 'run reopened (jump: A, B)', 'A@2 started'])
    expect(run.state.data).toEqual({ jumped: true })
    run.complete('A')
    expect(run.complete('B')).toEqual(['B@2 completed', 'C started'])
  })

  test('A37: upstream again and again: each visit has its key and replaces what it wrote, until max_visits', () => {
    const run = started(call('A', { max_visits: 3, output_key: 'a' }), call('B', { output_key: 'b' }))
    const keys: (string | undefined)[] = []
    for (const round of [1, 2]) {
      keys.push(run.owed('attempt', 'A').key)
      run.complete('A', round)
      run.ask('B', jump('A'))
    }
    keys.push(run.owed('attempt', 'A').key)
    expect(keys).toEqual(['run/A/1/do', 'run/A/2/do', 'run/A/3/do'])
    run.complete('A', 3)
    expect(run.state.data).toEqual({ a: 3, b: { jumped: true } })
    expect(run.ask('B', jump('A'))).toContain('A@4 failed (MAX_VISITS)')
  })

  test('A37: upstream gives up what is in flight there', () => {
    const run = started(
      call('A', { next: ['B', 'Ask'] }),
      call('B', { next: ['END'] }),
      human('Ask', { next: ['END'] }),
    )
    run.complete('A')
    expect(run.ask('B', jump('A'))).toEqual([
      'B completed',
      'Ask human_task.closed (superseded)',
      'Ask skipped (superseded)',
      'run reopened (jump: A, B, Ask)',
      'A@2 started',
    ])
  })

  test('to itself', () => {
    const run = started(call('A'), call('B'))
    expect(run.ask('A', jump('A'))).toEqual(['A completed', 'run reopened (jump: A)', 'A@2 started'])
  })

  test('A37: downstream, past the steps between', () => {
    const run = started(call('A'), call('B'), call('C'))
    expect(run.ask('A', jump('C'))).toEqual(['A completed', 'run reopened (jump: C)', 'B skipped (dead)', 'C started'])
  })

  test('downstream to a join that still waits for another branch', () => {
    const run = started(
      call('A', { next: ['B', 'C'] }),
      call('B', { next: ['D'] }),
      call('C', { next: ['E'] }),
      call('D', { next: ['E'] }),
      call('E'),
    )
    run.complete('A')
    expect(run.ask('B', jump('E'))).toEqual(['B completed', 'run reopened (jump: E)', 'D skipped (dead)'])
    expect(run.complete('C')).toEqual(['C completed', 'E started'])
  })

  test('to the end of the branch', () => {
    const run = started(call('A'), call('B'))
    expect(run.ask('A', jump('END'))).toEqual(['A completed', 'B skipped (dead)', 'run completed'])
  })

  test('from a decision, instead of its routes', () => {
    const run = started(decision('A', ['B'], { function: 'test.a' }), call('B'), call('C'))
    expect(run.ask('A', jump('C'))).toEqual(['A completed', 'run reopened (jump: C)', 'B skipped (dead)', 'C started'])
  })

  test.each(['Right', 'Nowhere'])('A37: sideways or to nowhere (%s) fails the step', (target) => {
    const run = started(call('A', { next: ['Left', 'Right'] }), call('Left', { next: ['END'] }), call('Right'))
    run.complete('A')
    expect(run.ask('Left', jump(target))[0]).toBe('Left failed (JUMP_NOT_ALLOWED)')
  })
})
