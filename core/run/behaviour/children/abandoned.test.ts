import { describe, expect, test } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { evolve } from '../../evolve.ts'
import { Family } from '../../testing/family.ts'
import { ana, type ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, subWorkflow } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'
import { humanWaits } from '../../views/waits.ts'

/** A child that may outlive its parent, beside another step. */
const family = (more: Partial<Definition> = {}) =>
  new Family([
    definition([subWorkflow('Sub', 'Child', { on_parent_close: 'abandon' }), call('A', { dependencies: [] })], {
      workflow_type: 'Parent',
      ...more,
    }),
    definition([human('Ask')], { workflow_type: 'Child' }),
  ])

describe('a child that outlives its parent and was held with it', () => {
  const cancel = (run: ScriptedRun) => run.send({ type: 'cancel', actor: ana, compensate: true })
  const fail = (run: ScriptedRun) => run.fail('A')

  test.each([
    ['is cancelled', cancel, {}],
    ['fails', fail, {}],
    ['rolls back when it is cancelled', cancel, { saga_enabled: true }],
    ['rolls back when it fails', fail, { saga_enabled: true }],
  ])('goes on when the parent %s', (_, end, more) => {
    const relatives = family(more)
    relatives.after('Parent', (run) => run.send({ type: 'pause', actor: ana }))
    expect(viewsOf(relatives.of('Child').state).publicStatus).toBe('paused')
    relatives.after('Parent', end)
    expect(viewsOf(relatives.of('Child').state).publicStatus).toBe('waiting')
    relatives.after('Child', (run) => run.resume({}))
    expect(viewsOf(relatives.of('Child').state).status).toBe('COMPLETED')
  })
})

describe('a child that outlived its parent', () => {
  test('says nothing about the parent any more, also when that is retried', () => {
    const relatives = family()
    expect(humanWaits(relatives.root.state).count).toBe(1)
    relatives.after('Parent', (run) => run.fail('A'))
    expect(relatives.root.state.children).toEqual({})
    const old = relatives.of('Child')
    relatives.after('Parent', (run) => run.send({ type: 'retry', actor: ana }))
    expect(relatives.of('Child')).not.toBe(old)
    expect(humanWaits(relatives.root.state).count).toBe(1)
    relatives.after('Child', (run) => run.resume({}))
    expect(humanWaits(relatives.root.state)).toEqual({ count: 0 })
  })

  test('nor while the parent rolls back', () => {
    const relatives = family({ saga_enabled: true })
    relatives.after('Parent', (run) => run.send({ type: 'cancel', actor: ana, compensate: true }))
    expect(viewsOf(relatives.root.state).phase).toBe('ERROR')
    expect(humanWaits(relatives.root.state)).toEqual({ count: 0 })
    const [, child_run_id = ''] = [...relatives.runs.keys()]
    const waits = { count: 0 }
    expect(relatives.root.refusal({ type: 'child_waits', child_run_id, waits }).code).toBe('STALE')
  })

  test('what a history of an earlier version tells of it after that changes nothing', () => {
    const { root, runs } = family({ saga_enabled: true })
    root.send({ type: 'cancel', actor: ana, compensate: true })
    const [, child_run_id = ''] = [...runs.keys()]
    const reported = { seq: root.state.seq + 1, at: root.state.at, step: 'Sub', iteration: 1 }
    const waits = evolve(root.state, {
      ...reported,
      type: 'workflow.child.waits_changed',
      payload: { child_run_id, waits: { count: 1 } },
    })
    expect(waits.children).toEqual({})
    const payload = { child_run_id, status: 'COMPLETED', state: {} }
    expect(evolve(waits, { ...reported, type: 'workflow.child.ended', payload }).children).toEqual({})
  })
})
