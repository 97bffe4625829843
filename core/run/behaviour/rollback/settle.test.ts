import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { decide } from '../../decide.ts'
import type { Effect } from '../../effect.ts'
import { effectsSoFar } from '../../evolve/phase.ts'
import { fold } from '../../evolve.ts'
import { plan } from '../../plan/plan.ts'
import { waitsOf } from '../../plan/waits.ts'
import { initialState } from '../../state.ts'
import { Family } from '../../testing/family.ts'
import { each } from '../../testing/parallel-runs.ts'
import { saga, undoable } from '../../testing/saga.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, loop, script, subWorkflow, work } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'

const compensate = { type: 'cancel', actor: ana, compensate: true } as const
const end = { type: 'cancel', actor: ana, force: true, reason: 'enough' } as const

const withdrawn = (step: string) => ({ type: 'work_withdrawn', step, iteration: 1, attempt: 1 }) as const
const ended = (step: string) =>
  ({
    type: 'attempt_ended',
    step,
    iteration: 1,
    attempt: 1,
    outcome: { kind: 'completed', output: { late: true } },
  }) as const
const recalls = (run: ScriptedRun) =>
  run.plan().flatMap((effect) => (effect.kind === 'recall' ? [`${effect.id} of ${effect.taskId}`] : []))
const settleTimer = (run: ScriptedRun) =>
  run
    .plan()
    .find((effect): effect is Extract<Effect, { kind: 'timer' }> => 'purpose' in effect && effect.purpose === 'settle')

/** A completed step that can be undone, and a task in a queue. */
const queued = (more: Parameters<typeof work>[1] = {}): ScriptedRun => {
  const run = saga([undoable('A'), work('As', { queue: 'nobody', ...more })])
  run.complete('A')
  return run
}

/** A run with a list of three. */
const items = (steps: readonly Step[]): ScriptedRun => {
  const run = new ScriptedRun(definition(steps, { saga_enabled: true }), { input: { items: [1, 2, 3] } })
  run.own()
  return run
}

describe('a task that no worker has begun when its run turns back', () => {
  test('is recalled; once it is withdrawn the rest is undone, and the world is as it was', () => {
    const run = queued()
    expect(recalls(run)).toEqual([])
    expect(run.send(compensate)).toEqual(['run rolling_back (operator)', 'run timer.set (settle)'])
    expect(recalls(run)).toEqual(['recall:As:1:1 of work:As:1:1'])
    expect(run.send(withdrawn('As'))).toEqual(['As skipped (run_ended)', 'A compensation.started'])
    expect(run.plan().map(({ kind }) => kind)).toEqual(['attempt'])
    expect(run.complete('A')).toContain('run cancelled (operator)')
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_SAFE' })
    expect(run.state.outcome?.notUndone).toBeUndefined()
  })

  test('also when a sibling fails, or the time of the run is over', () => {
    const sibling = saga([
      undoable('A', { next: ['As', 'Boom'] }),
      work('As', { queue: 'nobody', next: ['END'] }),
      call('Boom', { next: ['END'], effects: 'none' }),
    ])
    sibling.complete('A')
    sibling.fail('Boom')
    expect(sibling.send(withdrawn('As'))).toContain('A compensation.started')
    sibling.complete('A')
    expect(viewsOf(sibling.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_SAFE' })
    const timed = saga([undoable('A'), work('As', { queue: 'nobody' })], { timeout_seconds: 60 })
    timed.complete('A')
    timed.fire('run_timeout')
    expect(timed.send(withdrawn('As'))).toContain('A compensation.started')
  })

  test('is withdrawn once, and only while its run turns back', () => {
    const run = queued()
    expect(run.refusal(withdrawn('As')).code).toBe('STALE')
    run.send(compensate)
    expect(run.refusal({ ...withdrawn('As'), attempt: 2 }).code).toBe('STALE')
    run.send(withdrawn('As'))
    expect(run.refusal(withdrawn('As')).code).toBe('STALE')
  })

  test('that a worker has begun settles as before', () => {
    const run = queued()
    run.send(compensate)
    expect(run.send(ended('As'))).toEqual(['As completed', 'A compensation.started'])
    run.complete('A')
    // Nothing undoes it.
    expect(run.state.phase).toBe('FAILED_UNSAFE')
  })
})

describe('what executes when a run turns back and does not end', () => {
  test('is given up after a while: it counts as not undone, and the rest is undone', () => {
    const run = queued({ compensate_function: 'test.undo' })
    run.send(compensate)
    expect(settleTimer(run)?.dueAt).toBe(run.now + limits.run.settleMs)
    expect(waitsOf(run.executable, run.state)).toEqual([
      { kind: 'settling', step: 'As', endedBy: settleTimer(run)?.id },
    ])
    expect(run.fire('settle')).toEqual(['run timer.fired', 'As failed (ABANDONED)', 'A compensation.started'])
    expect(run.refusal(ended('As')).code).toBe('STALE')
    expect(run.complete('A')).toContain('run cancelled (operator)')
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome?.notUndone).toEqual(['As'])
    expect(run.refusal(ended('As')).code).toBe('STALE')
  })

  test('fails the run instead of calling it rolled back, and another rollback knows of it', () => {
    const run = saga([undoable('A', { next: ['Hangs', 'Boom'] }), undoable('Hangs', { next: ['END'] }), call('Boom')])
    run.complete('A')
    run.fail('Boom')
    run.fire('settle')
    run.fail('A', 'Error', false)
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome?.notUndone).toEqual(['A', 'Hangs'])
    run.send({ type: 'rollback', actor: ana })
    run.complete('A')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome?.notUndone).toEqual(['Hangs'])
    run.send({ type: 'retry', actor: ana })
    expect(run.complete('A')).toContain('Hangs#2 started')
    expect(run.owed('attempt', 'Hangs')).toMatchObject({ key: 'run/Hangs/1/do' })
  })

  test.each([
    ['a step without effects', call('Hangs', { effects: 'none', dependencies: [] })],
    ['a script', script('Hangs', { code: 'return 1', dependencies: [] })],
  ])('leaves nothing behind where it has no effects: %s', (_, step) => {
    const run = saga([undoable('A'), step, human('Ask', { dependencies: ['A'] })])
    run.complete('A')
    run.send(compensate)
    run.fire('settle')
    run.complete('A')
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_SAFE' })
  })

  test('is waited for as long as its own time limit allows', () => {
    const run = queued({ timeout_seconds: 7_200 })
    run.send(compensate)
    expect(settleTimer(run)?.dueAt).toBe(run.now + 7_200_000)
    expect(run.fire('timeout')).toContain('As failed (TIMEOUT)')
    expect(settleTimer(run)).toBeUndefined()
  })

  test('in a loop is given up with the loop', () => {
    const run = saga([undoable('A'), loop('Each', [call('Inner')], { iterate_over: '[1, 2]' })])
    run.complete('A')
    run.send(compensate)
    expect(run.fire('settle')).toEqual([
      'run timer.fired',
      'Inner failed (ABANDONED)',
      'Each skipped (run_ended)',
      'A compensation.started',
    ])
  })

  test('as items of a step: what others of them did is undone', () => {
    const run = items([each({ compensate_function: 'test.undo' })])
    run.completeItem('Each', 0, 'done')
    run.send(compensate)
    expect(run.fire('settle')).toEqual([
      'run timer.fired',
      'Each[1] item.failed (for good)',
      'Each[2] item.failed (for good)',
      'Each failed (ABANDONED)',
      'Each compensation.started',
    ])
    run.complete('Each')
    expect(run.state.outcome?.notUndone).toEqual(['Each'])
    expect(run.state.phase).toBe('FAILED_UNSAFE')
  })

  test('has its deadline also in a rollback that an earlier version had begun', () => {
    const run = queued()
    run.send(compensate)
    const { settle: _, ...rollback } = run.state.rollback as NonNullable<typeof run.state.rollback>
    const old = { ...run.state, rollback }
    expect(plan(run.executable, old).map(({ kind }) => kind)).toEqual(['worker_task'])
    const own = { type: 'own', engine_id: 'engine', epoch: 2 } as const
    const context = { now: old.at, newId: String, random: Number }
    const taken = decide(run.executable, old, own, context)
    const owed = taken.ok ? plan(run.executable, taken.state) : []
    expect(owed.map(({ kind }) => kind)).toEqual(['worker_task', 'recall', 'timer'])
  })
})

describe('what is recorded in the batch in which a run turns back', () => {
  test('never begins', () => {
    const run = saga([
      undoable('A', { next: ['B', 'C'] }),
      call('B', { next: ['END'] }),
      call('C', { with: { a: '{{ input.nothing }}' }, next: ['END'] }),
    ])
    expect(run.complete('A')).toEqual([
      'A completed',
      'B started',
      'C started',
      'C failed (FIELD_NOT_FOUND)',
      'run rolling_back (failure)',
      'B skipped (run_ended)',
      'C compensation.completed (noop)',
      'A compensation.started',
    ])
    run.complete('A')
    expect(run.state.phase).toBe('FAILED_SAFE')
  })

  test('nor does the call of a person’s answer', () => {
    const run = saga([undoable('A'), human('Ask', { function: 'test.book' })])
    run.complete('A')
    const context = { now: run.now, newId: String, random: Number }
    const answered = decide(run.executable, run.state, { type: 'resume', actor: ana, input: {} }, context)
    if (!answered.ok) throw new Error('it is not answered')
    const { state, events } = answered
    const turned = decide(run.executable, state, compensate, { ...context, uncommitted: events })
    expect(turned.ok && turned.state.steps.Ask).toMatchObject({ status: 'skipped', withdrawn: true })
    const later = decide(run.executable, state, compensate, context)
    expect(later.ok && later.state.steps.Ask).toMatchObject({ status: 'running' })
  })

  test('nor do items', () => {
    const run = items([each({ with: { n: '{{ 10 / (2 - item) }}' } })])
    expect(run.itemsOwed('Each')).toEqual([])
    expect(run.lines()).toContain('run failed (FAILED_ROLLED_BACK)')
  })
})

describe('a compensation that does not return', () => {
  test('has a time limit, also where its step has none or one that is about waiting', () => {
    const run = saga([
      undoable('A', { timeout_seconds: 5 }),
      undoable('B'),
      human('Ask', { compensate_function: 'test.undo', timeout_seconds: 86_400 }),
      call('C'),
    ])
    run.complete('A')
    run.complete('B')
    run.resume({})
    run.fail('C')
    const limitOf = (step: string) => run.owed('attempt', step).timeoutMs
    expect(limitOf('Ask')).toBe(limits.run.compensationMs)
    run.complete('Ask')
    expect(limitOf('B')).toBe(limits.run.compensationMs)
    run.complete('B')
    expect(limitOf('A')).toBe(5_000)
    for (const _ of [1, 2]) {
      expect(run.fail('A', 'STEP_TIMEOUT')).toContain('A timer.set (retry)')
      run.fire('retry')
    }
    expect(run.fail('A', 'STEP_TIMEOUT')).toContain('run cancelled (fail_fast)')
    expect(run.state.outcome?.notUndone).toEqual(['A'])
  })
})

describe('an operator ends a run that rolls back', () => {
  const current = () => {
    const run = saga([undoable('A'), undoable('B'), call('C')])
    run.complete('A')
    run.complete('B')
    run.fail('C')
    return run
  }

  test('while a compensation does not return: what is left to undo is named, and may be tried again', () => {
    const run = current()
    expect(run.refusal({ type: 'cancel', actor: ana }).message).toBe(
      'A run that is running cannot be cancelled: it is rolling back; use force to end it as it is.',
    )
    expect(run.send(end)).toEqual(['B compensation.failed (for good)', 'run cancelled (fail_fast)'])
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome).toMatchObject({
      notUndone: ['A', 'B'],
      endedBy: { actor: ana, reason: 'enough' },
      error: { step: 'C' },
    })
    const late = { ...ended('B'), undo: true } as const
    expect(run.refusal(late).code).toBe('STALE')
    expect(run.send({ type: 'rollback', actor: ana })).toContain('B#2 compensation.started')
    run.complete('B')
    run.complete('A')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
  })

  test('while the next attempt of a compensation is awaited', () => {
    const run = current()
    run.fail('B')
    expect(run.send(end)).toContain('B compensation.failed (for good)')
    expect(run.plan()).toEqual([])
  })

  test('while steps are awaited', () => {
    const run = queued({ compensate_function: 'test.undo' })
    run.send(compensate)
    expect(run.send(end)).toEqual(['As failed (ABANDONED)', 'run cancelled (operator)'])
    expect(run.state.outcome).toMatchObject({ status: 'CANCELLED', notUndone: ['A', 'As'], endedBy: { actor: ana } })
    expect(run.state.undo.map(({ step }) => step)).toEqual(['A'])
  })

  test('while loops and items, and runs below, are awaited', () => {
    const run = items([
      loop('Loop', [call('Inner')], { iterate_over: '[1]', dependencies: [] }),
      each({ dependencies: [] }),
      subWorkflow('Sub', 'Child', { dependencies: [] }),
    ])
    run.send(compensate)
    expect(run.send(end)).toEqual([
      'Sub failed (ABANDONED)',
      'Each[0] item.failed (for good)',
      'Each[1] item.failed (for good)',
      'Each[2] item.failed (for good)',
      'Each failed (ABANDONED)',
      'Inner failed (ABANDONED)',
      'run cancelled (operator)',
      'Loop skipped (run_ended)',
    ])
    expect(run.state.outcome?.notUndone).toEqual(['Sub', 'Each', 'Inner'])
  })

  test('a run that does not roll back it ends at once, and undoes nothing', () => {
    const run = queued()
    expect(run.refusal({ ...end, compensate: true })).toMatchObject({ code: 'INVALID_INPUT', field: 'force' })
    expect(run.send(end)).toContain('run cancelled (operator)')
    expect(run.refusal(end).message).toContain('was cancelled')
  })
})

describe('a parent and its child that turn back', () => {
  const family = () =>
    new Family([
      definition([undoable('Before'), subWorkflow('Sub', 'Child')], { workflow_type: 'Parent', saga_enabled: true }),
      definition([undoable('A'), work('As', { queue: 'nobody' })], { workflow_type: 'Child', saga_enabled: true }),
    ])

  test.each([
    ['withdrawn', (child: ScriptedRun) => child.send(withdrawn('As')), 'FAILED_SAFE'],
    ['given up', (child: ScriptedRun) => child.fire('settle'), 'FAILED_UNSAFE'],
  ])('come to their end when the task of the child is %s', (_, settle, phase) => {
    const relatives = family()
    relatives.after('Parent', (run) => run.complete('Before'))
    relatives.after('Child', (run) => run.complete('A'))
    relatives.after('Parent', (run) => run.send(compensate))
    expect(waitsOf(relatives.root.executable, relatives.root.state)).toEqual([
      { kind: 'settling_below', step: 'Sub', endedBy: null },
    ])
    relatives.after('Child', settle)
    relatives.after('Child', (run) => run.complete('A'))
    relatives.after('Parent', (run) => run.complete('Before'))
    expect(relatives.statuses()).toEqual(['Parent CANCELLED', 'Child CANCELLED'])
    expect(relatives.of('Child').state.phase).toBe(phase)
  })

  test('end by themselves when an operator ends the parent', () => {
    const relatives = family()
    relatives.after('Parent', (run) => run.complete('Before'))
    relatives.after('Child', (run) => run.complete('A'))
    relatives.after('Parent', (run) => run.send(compensate))
    relatives.after('Parent', (run) => run.send(end))
    expect(relatives.root.state.outcome?.notUndone).toEqual(['Before', 'Sub'])
    relatives.after('Child', (run) => run.send(withdrawn('As')))
    relatives.after('Child', (run) => run.complete('A'))
    expect(relatives.of('Child').state.phase).toBe('FAILED_SAFE')
  })
})

test('effects that an earlier version recorded at the start of an attempt count at once, as in its snapshots', () => {
  const run = saga([human('Ask', { function: 'test.book' }), call('B')])
  run.send({ type: 'resume', actor: ana, input: {} })
  const earlier = () =>
    fold(initialState(), JSON.parse(JSON.stringify(run.history).replaceAll('"impact"', '"effects"')))
  expect(earlier().effects).toBe('final')
  expect([run.state.effects, effectsSoFar(run.state)]).toEqual(['none', 'final'])
  run.complete('Ask')
  expect(earlier().steps.B).not.toHaveProperty('impact')
  expect(run.state.steps.B).toHaveProperty('impact', 'final')
})
