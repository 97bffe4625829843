import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { createEvents } from './create.ts'
import { Family } from './testing/family.ts'
import { ana, ScriptedRun } from './testing/scripted-run.ts'
import { call, decision, definition, human, subWorkflow } from './testing/steps.ts'
import { humanWaits, viewsOf } from './views.ts'

const parent = (more = {}) =>
  definition([subWorkflow('Sub', 'Child', { input: { id: '{{ input.id }}' }, ...more }), call('After')], {
    workflow_type: 'Parent',
  })
const child = (...steps: Parameters<typeof definition>[0]) => definition(steps, { workflow_type: 'Child' })

function started(more = {}): ScriptedRun {
  const run = new ScriptedRun(parent(more), { input: { id: 7 }, owner_id: 'o', data_region: 'eu' })
  run.own()
  return run
}

describe('a SUB_WORKFLOW step', () => {
  test('spawns a child and the run is PENDING_SUB_WORKFLOW', () => {
    const run = started()
    expect(run.lines().slice(4)).toEqual([
      'Sub started',
      'Sub child.spawned',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(run.owed('child', 'Sub')).toEqual({
      kind: 'child',
      id: 'id-1',
      step: 'Sub',
      iteration: 1,
      workflow: 'Child',
      input: { id: 7 },
      onParentClose: 'cancel',
    })
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'running', taskState: 'blocked' })
    expect(run.state.effects).toBe('final')
  })

  test('without an input the child gets that of its parent', () => {
    const run = new ScriptedRun(definition([subWorkflow('Sub', 'Child', { on_parent_close: 'abandon' })]), {
      input: [1],
    })
    run.own()
    expect(run.owed('child', 'Sub')).toMatchObject({ input: [1], onParentClose: 'abandon' })
  })

  test('a completed child gives the step its output and state its last result', () => {
    const run = started({ output_key: 'allocated' })
    expect(run.childEnded('Sub', 'COMPLETED', { a: 1 })).toEqual([
      'Sub child.ended',
      'Sub completed',
      'After started',
      'run status_changed (PENDING_SUB_WORKFLOW to ACTIVE)',
    ])
    expect(run.state.data).toEqual({ id: 7, sub_workflow_results: { Child: { a: 1 } }, allocated: { a: 1 } })
    expect(run.state.outputs.Sub).toEqual({ output: { a: 1 } })
    expect(run.state.children).toEqual({})
  })

  test('results of several workflows stand side by side, dots in names included', () => {
    const run = new ScriptedRun(definition([subWorkflow('A', 'x/one.two'), subWorkflow('B', 'Other')]))
    run.own()
    run.childEnded('A', 'COMPLETED', { a: 1 })
    run.childEnded('B', 'COMPLETED', { b: 1 })
    expect(run.state.data).toEqual({ sub_workflow_results: { 'x/one.two': { a: 1 }, Other: { b: 1 } } })
  })

  test('an output_key that cannot be set fails the step', () => {
    const run = started({ output_key: 'id.deeper' })
    expect(run.childEnded('Sub', 'COMPLETED')[1]).toBe('Sub failed (STATE_PATH_INVALID)')
  })

  test.each(['FAILED', 'FAILED_ROLLED_BACK', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW', 'CANCELLED'])(
    'a child that ends %s makes its parent FAILED_CHILD_WORKFLOW',
    (status) => {
      const run = started()
      expect(run.childEnded('Sub', status, {}, 'no stock')).toEqual([
        'Sub child.ended',
        'Sub failed (CHILD_FAILED)',
        'run failed (FAILED_CHILD_WORKFLOW)',
        'After skipped (failed)',
      ])
      expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'failed', phase: 'FAILED_UNSAFE' })
      expect(run.state.outcome?.error?.message).toBe(`The sub-workflow Child ended ${status}: Inner: no stock`)
    },
  )

  test('a failure edge takes a failed child over', () => {
    const run = new ScriptedRun(
      definition([
        subWorkflow('Sub', 'Child', { on_failure: { target_step: 'Back_Order' }, next: ['END'] }),
        call('Back_Order'),
      ]),
    )
    run.own()
    expect(run.childEnded('Sub', 'CANCELLED')).toEqual([
      'Sub child.ended',
      'Sub failed (CHILD_FAILED, handled)',
      'Back_Order started',
      'run status_changed (PENDING_SUB_WORKFLOW to ACTIVE)',
    ])
  })

  test('with a retry policy a failed child is followed by a new one', () => {
    const run = started({ retry: { max_attempts: 2 } })
    run.childEnded('Sub', 'FAILED')
    expect(run.fire('retry')).toContain('Sub child.spawned')
    expect(run.owed('child', 'Sub').id).toBe('id-2')
  })

  test('with fail_fast: false the run is FAILED_CHILD_WORKFLOW at its end', () => {
    const steps = [subWorkflow('Sub', 'Child'), call('Other', { dependencies: [] })]
    const run = new ScriptedRun(definition(steps, { fail_fast: false }))
    run.own()
    run.childEnded('Sub', 'FAILED')
    expect(run.complete('Other')).toEqual(['Other completed', 'run failed (FAILED_CHILD_WORKFLOW)'])
  })

  test('a timeout fails the step and cancels the child', () => {
    const run = started({ timeout_seconds: 5 })
    expect(run.fire('timeout')).toEqual([
      'Sub timer.fired',
      'Sub failed (TIMEOUT)',
      'run cancelled (fail_fast)',
      'After skipped (failed)',
    ])
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'cancel', cause: 'parent' } }])
  })

  test('a broken input fails the step', () => {
    expect(started({ input: '{{ input.nothing.there }}' }).lines().slice(4, 6)).toEqual([
      'Sub started',
      'Sub failed (FIELD_NOT_FOUND)',
    ])
  })

  test('beyond the depth bound the step fails and names the chain', () => {
    const header = { depth: limits.run.depth, ancestors: ['Root', 'Middle'] }
    const run = new ScriptedRun(parent({ input: 1 }), header)
    run.own()
    expect(run.state.outcome?.error).toMatchObject({
      code: 'DEPTH_EXCEEDED',
      message: 'Sub-workflows are nested more than 50 deep: Root > Middle > Parent > Child.',
    })
    const alone = new ScriptedRun(parent({ input: 1 }), { depth: limits.run.depth })
    alone.own()
    expect(alone.state.outcome?.error?.message).toContain('Parent > Child')
  })

  test('news of a child that nobody knows or awaits is stale', () => {
    const run = started()
    const ended = { type: 'child_ended', child_run_id: 'other', status: 'FAILED', state: {} } as const
    expect(run.refusal(ended).code).toBe('STALE')
    expect(run.refusal({ type: 'child_waits', child_run_id: 'other', waits: { count: 1 } }).code).toBe('STALE')
    run.send({ type: 'cancel', actor: ana })
    expect(run.refusal({ ...ended, child_run_id: 'id-1' }).code).toBe('STALE')
    expect(run.refusal({ type: 'child_waits', child_run_id: 'id-1', waits: { count: 1 } }).code).toBe('STALE')
  })
})

describe('a function that starts a sub-workflow', () => {
  test('waits for it like a step', () => {
    const run = new ScriptedRun(definition([call('A', { timeout_seconds: 5 }), call('B')]))
    run.own()
    expect(run.ask('A', { kind: 'sub_workflow', workflow_type: 'Child', initial_data: { x: 1 } })).toEqual([
      'A child.spawned',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(run.owed('child', 'A').input).toEqual({ x: 1 })
    expect(run.childEnded('A', 'COMPLETED', { y: 1 })).toContain('B started')
  })
})

describe('a family', () => {
  const chain = (depth: number) => [
    ...Array.from({ length: depth - 1 }, (_, level) =>
      definition([subWorkflow('Sub', `Level_${level + 1}`), call('After')], { workflow_type: `Level_${level}` }),
    ),
    definition([human('Ask'), call('Work')], { workflow_type: `Level_${depth - 1}` }),
  ]

  test('a child inherits from its parent and knows its place', () => {
    const family = new Family([parent({ input: 1 }), child(call('A'))], {
      owner_id: 'o',
      data_region: 'eu',
      tags: ['t'],
      priority: 3,
      drive: 'auto',
    })
    expect(family.of('Child').state.header).toMatchObject({
      run_id: 'id-1',
      owner_id: 'o',
      data_region: 'eu',
      tags: ['t'],
      priority: 3,
      depth: 1,
      root_run_id: 'run',
      parent: { run_id: 'run', step: 'Sub', iteration: 1 },
      ancestors: ['Parent'],
      input: 1,
    })
  })

  test('of two levels: the parent shows the wait of its child, and loses it', () => {
    const family = new Family(chain(2))
    expect(family.statuses()).toEqual(['Level_0 WAITING_CHILD_HUMAN_INPUT', 'Level_1 WAITING_HUMAN_INPUT'])
    expect(family.root.lines().slice(-2)).toEqual([
      'run status_changed (PENDING_SUB_WORKFLOW to WAITING_CHILD_HUMAN_INPUT)',
      'run waiting (Sub)',
    ])
    family.after('Level_1', (run) => run.resume({ ok: true }))
    expect(family.statuses()).toEqual(['Level_0 PENDING_SUB_WORKFLOW', 'Level_1 ACTIVE'])
    expect(humanWaits(family.root.state)).toEqual({ count: 0 })
    family.after('Level_1', (run) => run.complete('Work', { done: 1 }))
    expect(family.statuses()).toEqual(['Level_0 ACTIVE', 'Level_1 COMPLETED'])
    expect(family.root.state.data).toEqual({ sub_workflow_results: { Level_1: { ok: true, done: 1 } } })
  })

  test('of four levels: only the root waits for the child, those between are pending', () => {
    const family = new Family(chain(4))
    expect(family.statuses()).toEqual([
      'Level_0 WAITING_CHILD_HUMAN_INPUT',
      'Level_1 PENDING_SUB_WORKFLOW',
      'Level_2 PENDING_SUB_WORKFLOW',
      'Level_3 WAITING_HUMAN_INPUT',
    ])
    for (const run of family.runs.values()) {
      expect(humanWaits(run.state)).toMatchObject({ count: 1, oldest: { step: 'Ask', workflow: 'Level_3' } })
    }
    family.after('Level_3', (run) => run.resume({}))
    expect(family.statuses()[0]).toBe('Level_0 PENDING_SUB_WORKFLOW')
    family.after('Level_3', (run) => run.complete('Work'))
    for (const level of ['Level_2', 'Level_1', 'Level_0']) family.after(level, (run) => run.complete('After'))
    expect(new Set(family.statuses().map((line) => line.split(' ')[1]))).toEqual(new Set(['COMPLETED']))
  })

  test('a parent hears of the end once', () => {
    const family = new Family(chain(2))
    family.after('Level_1', (run) => run.send({ type: 'cancel', actor: ana }))
    family.of('Level_1').send({ type: 'acknowledge', actor: ana })
    expect(family.of('Level_1').sent).toEqual([])
  })

  test('a failure goes up level by level', () => {
    const family = new Family(chain(3))
    family.after('Level_2', (run) => run.resume({}))
    family.after('Level_2', (run) => run.fail('Work'))
    expect(family.statuses()).toEqual([
      'Level_0 FAILED_CHILD_WORKFLOW',
      'Level_1 FAILED_CHILD_WORKFLOW',
      'Level_2 FAILED',
    ])
  })

  test('a retry of the parent starts a new child; the old one keeps its record', () => {
    const family = new Family([parent(), child(call('A'))], { input: { id: 1 } })
    const old = family.of('Child')
    family.after('Child', (run) => run.fail('A'))
    family.after('Parent', (run) => run.send({ type: 'retry', actor: ana }))
    expect(family.of('Child')).not.toBe(old)
    expect(viewsOf(old.state).status).toBe('FAILED')
    family.after('Child', (run) => run.complete('A'))
    family.after('Parent', (run) => run.complete('After'))
    expect(viewsOf(family.root.state).status).toBe('COMPLETED')
  })

  test('a retry of the child opens those above again that failed only through it', () => {
    const family = new Family(chain(3))
    family.after('Level_2', (run) => run.resume({}))
    family.after('Level_2', (run) => run.fail('Work'))
    family.after('Level_2', (run) => run.send({ type: 'retry', actor: ana }))
    expect(family.statuses()).toEqual([
      'Level_0 PENDING_SUB_WORKFLOW',
      'Level_1 PENDING_SUB_WORKFLOW',
      'Level_2 ACTIVE',
    ])
    expect(family.root.lines().slice(-5)).toEqual([
      'run retried',
      'run reopened (retry: Sub, After)',
      'Sub#2 started',
      'Sub child.retried',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(family.runs.size).toBe(3)
    family.after('Level_2', (run) => run.complete('Work'))
    for (const level of ['Level_1', 'Level_0']) family.after(level, (run) => run.complete('After'))
    expect(new Set(family.statuses().map((line) => line.split(' ')[1]))).toEqual(new Set(['COMPLETED']))
  })

  test('a child that is retried and fails again fails those above again', () => {
    const family = new Family([parent({ on_parent_close: 'abandon' }), child(decision('A', [['false', 'END']]))], {
      input: { id: 1 },
    })
    family.after('Child', (run) => run.send({ type: 'retry', actor: ana }))
    expect(family.statuses()).toEqual(['Parent FAILED_CHILD_WORKFLOW', 'Child FAILED'])
    expect(family.root.state.runAttempt).toBe(2)
  })

  test('a parent that failed for more than its child, or went on, is not concerned', () => {
    const steps = [subWorkflow('Sub', 'Child'), call('Other', { dependencies: [] })]
    const both = new ScriptedRun(definition(steps, { fail_fast: false }))
    both.own()
    both.childEnded('Sub', 'FAILED')
    both.fail('Other')
    const retried = { type: 'child_retried', child_run_id: 'id-1' } as const
    expect(both.refusal(retried).code).toBe('STALE')
    const acknowledged = started()
    acknowledged.childEnded('Sub', 'FAILED')
    expect(acknowledged.refusal({ ...retried, child_run_id: 'id-2' }).code).toBe('STALE')
    acknowledged.send({ type: 'acknowledge', actor: ana })
    expect(acknowledged.refusal(retried).code).toBe('STALE')
    const going = new ScriptedRun(definition(steps, { fail_fast: false }))
    going.own()
    going.childEnded('Sub', 'FAILED')
    expect(going.refusal(retried).code).toBe('STALE')
    expect(started().refusal(retried).code).toBe('STALE')
  })

  test('however a parent ends, its live children are cancelled, all the way down', () => {
    const family = new Family(chain(3))
    family.after('Level_0', (run) => run.send({ type: 'cancel', actor: ana, reason: 'no more' }))
    expect(new Set(family.statuses().map((line) => line.split(' ')[1]))).toEqual(new Set(['CANCELLED']))
    expect(family.of('Level_2').lines().slice(-4)).toEqual([
      'Ask human_task.closed (run_ended)',
      'run cancelled (parent)',
      'Ask skipped (run_ended)',
      'Work skipped (run_ended)',
    ])
  })

  test('a run that has ended waits for nobody', () => {
    const family = new Family([parent({ on_parent_close: 'abandon' }), child(human('Ask'))], { input: { id: 1 } })
    expect(humanWaits(family.root.state).count).toBe(1)
    family.after('Parent', (run) => run.send({ type: 'cancel', actor: ana }))
    expect(humanWaits(family.root.state)).toEqual({ count: 0 })
  })

  test('a child that is abandoned goes on', () => {
    const family = new Family([parent({ on_parent_close: 'abandon' }), child(call('A'))], { input: { id: 1 } })
    family.after('Parent', (run) => run.send({ type: 'cancel', actor: ana }))
    expect(family.statuses()).toEqual(['Parent CANCELLED', 'Child ACTIVE'])
    family.after('Child', (run) => run.complete('A'))
    expect(family.statuses()).toEqual(['Parent CANCELLED', 'Child COMPLETED'])
  })

  test('a child whose step is superseded is cancelled and noted when it has ended', () => {
    const family = new Family([
      definition(
        [
          call('A', { next: ['Sub', 'B'] }),
          subWorkflow('Sub', 'Child', { next: ['END'] }),
          decision('B', ['A'], { function: 'f' }),
        ],
        { workflow_type: 'Parent' },
      ),
      child(human('Ask')),
    ])
    family.after('Parent', (run) => run.complete('A'))
    expect(humanWaits(family.root.state).count).toBe(1)
    family.after('Parent', (run) => run.complete('B'))
    expect(family.root.lines().slice(-4)).toEqual([
      'Sub skipped (superseded)',
      'run reopened (back_edge: A, Sub, B)',
      'A@2 started',
      'Sub child.ended',
    ])
    expect(family.root.state.children).toEqual({})
  })

  test('a child that nobody waits for any more counts no longer', () => {
    const run = new ScriptedRun(
      definition([
        call('A', { next: ['Sub', 'B'] }),
        subWorkflow('Sub', 'Child'),
        decision('B', ['A'], { function: 'f' }),
      ]),
    )
    run.own()
    run.complete('A')
    run.send({ type: 'child_waits', child_run_id: 'id-1', waits: { count: 1 } })
    expect(humanWaits(run.state)).toEqual({ count: 1 })
    run.complete('B')
    expect(humanWaits(run.state)).toEqual({ count: 0 })
    expect(run.sent.map((notice) => notice.command.type)).toEqual(['cancel'])
    run.complete('A')
    expect(run.sent).toHaveLength(1)
  })

  test('a hold cascades to live children, and so does its end', () => {
    const family = new Family(chain(2))
    family.after('Level_0', (run) => run.send({ type: 'pause', actor: ana }))
    expect(viewsOf(family.of('Level_1').state).publicStatus).toBe('paused')
    family.after('Level_0', (run) => run.send({ type: 'resume', actor: ana }))
    expect(viewsOf(family.of('Level_1').state).publicStatus).toBe('waiting')
  })

  test('a workflow that is not there fails its step with the reason', () => {
    const family = new Family([parent()], { input: { id: 1 } })
    expect(family.root.state.outcome?.error?.message).toBe(
      'The sub-workflow Child ended FAILED: There is no workflow Child.',
    )
  })

  test('the same news again changes nothing', () => {
    const family = new Family(chain(2))
    const [childRunId, run] = [...family.runs][1] ?? ['', family.root]
    const again = family.root.decide({ type: 'child_waits', child_run_id: childRunId, waits: humanWaits(run.state) })
    expect(again).toMatchObject({ ok: true, events: [] })
  })

  test('two children: the wait is left when the last one is', () => {
    const family = new Family([
      definition([subWorkflow('One', 'Child'), subWorkflow('Two', 'Child', { dependencies: [] })], {
        workflow_type: 'Parent',
      }),
      child(human('Ask'), call('Work')),
    ])
    expect(humanWaits(family.root.state).count).toBe(2)
    const [first, second] = [...family.runs.keys()].slice(1)
    family.runs.get(second ?? '')?.resume({})
    family.after('Parent', () => {})
    expect(viewsOf(family.root.state).status).toBe('WAITING_CHILD_HUMAN_INPUT')
    family.runs.get(first ?? '')?.resume({})
    family.after('Parent', () => {})
    expect(viewsOf(family.root.state).status).toBe('PENDING_SUB_WORKFLOW')
  })
})

test('a run begins with created and queued', () => {
  const run = new ScriptedRun(definition([call('A')]))
  expect(createEvents(run.state.header, { now: 5 }).map(({ seq, at, type }) => [seq, at, type])).toEqual([
    [1, 5, 'workflow.run.created'],
    [2, 5, 'workflow.run.queued'],
  ])
})
