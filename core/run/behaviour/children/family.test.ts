import { describe, expect, test } from 'vitest'
import { Family } from '../../testing/family.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, decision, definition, human, subWorkflow } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'
import { humanWaits } from '../../views/waits.ts'

const ben = { id: 'ben', name: 'Ben' }
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

describe('a family', () => {
  const chain = (depth: number) => [
    ...Array.from({ length: depth - 1 }, (_, level) =>
      definition([subWorkflow('Sub', `Level_${level + 1}`), call('After')], { workflow_type: `Level_${level}` }),
    ),
    definition([human('Ask'), call('Work')], { workflow_type: `Level_${depth - 1}` }),
  ]

  test('A53, A63, A64, A87: a child inherits from its parent and knows its place', () => {
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

  test('A12, A54, A55, A56, A57: of two levels: the parent shows the wait of its child, and loses it', () => {
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

  test('A60, A61, A87: of four levels: only the root waits for the child, those between are pending', () => {
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

  test('A20, A59, A87: a failure goes up level by level', () => {
    const family = new Family(chain(3))
    family.after('Level_2', (run) => run.resume({}))
    family.after('Level_2', (run) => run.fail('Work'))
    expect(family.statuses()).toEqual([
      'Level_0 FAILED_CHILD_WORKFLOW',
      'Level_1 FAILED_CHILD_WORKFLOW',
      'Level_2 FAILED',
    ])
  })

  test('A58, A59: a retry of the parent starts a new child; the old one keeps its record', () => {
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

  test('A58: a step that waits for its retried child again has its time limit again', () => {
    const run = new ScriptedRun(definition([subWorkflow('Sub', 'Child', { timeout_seconds: 60 })]))
    run.own()
    run.childEnded('Sub', 'FAILED')
    run.now += 600_000
    run.send({ type: 'child_retried', child_run_id: 'id-1' })
    expect(run.owed('timer', 'Sub')).toMatchObject({ purpose: 'timeout', dueAt: run.now + 60_000 })
    expect(run.fire('timeout')).toContain('Sub#2 failed (TIMEOUT)')
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
    family.after('Level_0', (run) => run.send({ type: 'resume', actor: ben }))
    expect(viewsOf(family.of('Level_1').state).publicStatus).toBe('waiting')
    expect(family.of('Level_1').history.findLast(({ type }) => type === 'workflow.run.resumed')?.payload).toMatchObject(
      {
        actor: { id: 'engine' },
        reason: 'Its parent workflow Level_0 continued.',
      },
    )
  })

  test.each([
    [ana, 'Ana'],
    [{ id: 'cleo' }, 'cleo'],
  ])('a child that somebody paused by itself stays so when its parent goes on', (somebody, called) => {
    const family = new Family(chain(2))
    family.after('Level_1', (run) => run.send({ type: 'pause', actor: somebody, reason: 'Its customer calls back.' }))
    family.after('Level_0', (run) => run.send({ type: 'pause', actor: ben }))
    family.after('Level_0', (run) => run.send({ type: 'resume', actor: ben }))
    expect(family.of('Level_1').state.hold).toMatchObject({ actor: somebody, reason: 'Its customer calls back.' })
    expect(family.of('Level_1').refusal({ type: 'resume', actor: ben, cause: 'parent' }).message).toContain(
      `it was paused by ${called}`,
    )
    family.after('Level_1', (run) => run.send({ type: 'resume', actor: ben }))
    expect(viewsOf(family.of('Level_1').state).publicStatus).toBe('waiting')
  })

  test('a workflow that is not there fails its step with the reason', () => {
    const family = new Family([parent()], { input: { id: 1 } })
    expect(family.root.state.outcome?.error?.message).toBe('There is no workflow Child.')
  })

  test('A74: the same news again changes nothing', () => {
    const family = new Family(chain(2))
    const [childRunId, run] = [...family.runs][1] ?? ['', family.root]
    const again = family.root.decide({ type: 'child_waits', child_run_id: childRunId, waits: humanWaits(run.state) })
    expect(again).toMatchObject({ ok: true, events: [], state: { at: family.root.state.at } })
  })

  test('A54, A87: two children: the wait is left when the last one is', () => {
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
