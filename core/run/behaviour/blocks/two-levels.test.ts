import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Status } from '../../statuses.ts'
import { Family } from '../../testing/family.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, decision, definition, human, subWorkflow, wait } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'

const parent = (more: Parameters<typeof definition>[1] = {}) =>
  definition([subWorkflow('Sub', 'Child'), call('After')], { workflow_type: 'Parent', ...more })
const asking = definition([human('Ask')], { workflow_type: 'Deep' })

function family(child: readonly Step[], more: Parameters<typeof definition>[1] = {}): Family {
  return new Family([parent(), definition(child, { workflow_type: 'Child', ...more }), asking])
}

describe('two levels in every combination', () => {
  const failing = (run: ScriptedRun) => run.fail('A')
  const lose = (run: ScriptedRun) =>
    run.send({
      type: 'attempt_ended',
      step: 'A',
      iteration: 1,
      attempt: 1,
      outcome: {
        kind: 'failed',
        error: { code: 'WORKER_LOST', message: 'lost' },
        retryable: false,
        cause: 'worker_crash',
      },
    })
  const background: Step = { type: 'ASYNC', name: 'A', function: 'test.a' }
  const nothing = () => {}

  test.each<[Status, Status, readonly Step[], (run: ScriptedRun) => unknown, Parameters<typeof definition>[1]?]>([
    ['ACTIVE', 'PENDING_SUB_WORKFLOW', [call('A')], nothing],
    ['PENDING_ASYNC', 'PENDING_SUB_WORKFLOW', [background], nothing],
    ['PENDING_ASYNC', 'PENDING_SUB_WORKFLOW', [wait('A', { duration_seconds: 1 })], nothing],
    ['WAITING_HUMAN_INPUT', 'WAITING_CHILD_HUMAN_INPUT', [human('A')], nothing],
    ['PENDING_SUB_WORKFLOW', 'WAITING_CHILD_HUMAN_INPUT', [subWorkflow('A', 'Deep')], nothing],
    ['COMPLETED', 'ACTIVE', [call('A')], (run) => run.complete('A')],
    ['FAILED', 'FAILED_CHILD_WORKFLOW', [call('A')], failing],
    ['FAILED_ROLLED_BACK', 'FAILED_CHILD_WORKFLOW', [call('A')], failing, { saga_enabled: true }],
    ['FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW', [background], lose],
    ['CANCELLED', 'FAILED_CHILD_WORKFLOW', [call('A')], (run) => run.send({ type: 'cancel', actor: ana })],
  ])('A12, A20, A54, A87: a child that is %s makes its parent %s', (child, above, steps, act, more) => {
    const both = family(steps, more)
    both.after('Child', act)
    expect(viewsOf(both.of('Child').state).status).toBe(child)
    expect(viewsOf(both.root.state).status).toBe(above)
  })

  test('A54, A87: a child that is FAILED_CHILD_WORKFLOW makes its parent so, too', () => {
    const three = family([subWorkflow('A', 'Deep')])
    three.after('Deep', (run) => run.send({ type: 'cancel', actor: ana }))
    expect(three.statuses()).toEqual(['Parent FAILED_CHILD_WORKFLOW', 'Child FAILED_CHILD_WORKFLOW', 'Deep CANCELLED'])
  })
})

test('A56: the answer goes to the child; its parent has no wait to be resumed', () => {
  const both = family([human('Ask'), call('Work')])
  const answer = { type: 'resume', actor: ana, input: {} } as const
  expect(both.root.refusal(answer).code).toBe('INVALID_TRANSITION')
  both.after('Child', (run) => run.send(answer))
  expect(both.statuses()).toEqual(['Parent PENDING_SUB_WORKFLOW', 'Child ACTIVE'])
})

test('A65: a later step reads what the child gave, and may lead or jump elsewhere by it', () => {
  const gate = decision('Gate', [["state.sub_workflow_results['Stock'].found", 'Ship'], 'Order'])
  const steps = [subWorkflow('Sub', 'Stock'), gate, call('Order', { next: ['END'] }), call('Ship')]
  const run = new ScriptedRun(definition(steps))
  run.own()
  expect(run.childEnded('Sub', 'COMPLETED', { found: true })).toContain('Ship started')
  const jumping = new ScriptedRun(definition([subWorkflow('Sub', 'Stock'), call('Look'), call('Order'), call('Ship')]))
  jumping.own()
  jumping.childEnded('Sub', 'COMPLETED', { found: true })
  expect(jumping.owed('attempt', 'Look').state).toEqual({ sub_workflow_results: { Stock: { found: true } } })
  jumping.ask('Look', { kind: 'jump', target: 'Ship', result: null })
  expect(jumping.state.open).toEqual(['Ship'])
})

test('A75: a step that says twice that it starts a child has started one', () => {
  const run = new ScriptedRun(definition([call('Spawn'), call('After')]))
  run.own()
  const { iteration, attempt } = run.owed('attempt', 'Spawn')
  const directive = { kind: 'sub_workflow', workflow_type: 'Child', initial_data: {} } as const
  const asked = {
    type: 'attempt_ended',
    step: 'Spawn',
    iteration,
    attempt,
    outcome: { kind: 'directive', directive },
  } as const
  run.send(asked)
  const before = run.state
  expect(run.refusal(asked).code).toBe('STALE')
  expect(run.state).toBe(before)
  expect(Object.keys(run.state.children)).toEqual(['id-1'])
})

test('A76: one workflow is the child of many parents, each with a run of its own', () => {
  const through = (name: string) => definition([subWorkflow('Sub', 'Child')], { workflow_type: name })
  const root = definition([subWorkflow('One', 'A'), subWorkflow('Two', 'B', { dependencies: [] })])
  const all = new Family([root, through('A'), through('B'), definition([call('Work')], { workflow_type: 'Child' })])
  const children = [...all.runs.values()].filter(({ state }) => state.header.workflow === 'Child')
  expect(children.map(({ state }) => state.header.ancestors?.at(-1))).toEqual(['A', 'B'])
  for (const child of children) child.complete('Work', { by: child.state.header.ancestors?.at(-1) ?? '' })
  all.deliver()
  expect(all.of('A').state.data).toEqual({ sub_workflow_results: { Child: { by: 'A' } } })
  expect(all.of('B').state.data).toEqual({ sub_workflow_results: { Child: { by: 'B' } } })
})

test.each([true, false])('A30: a run is a saga when its start says so, whatever its definition says (%s)', (saga) => {
  const undoable = call('A', { compensate_function: 'test.undo' })
  const run = new ScriptedRun(definition([undoable, call('B')], { saga_enabled: !saga }), { saga })
  run.own()
  run.complete('A')
  run.fail('B')
  expect(run.lines().includes('A compensation.started')).toBe(saga)
})
