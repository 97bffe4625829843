import { describe, expect, test } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { Family } from '../testing/family.ts'
import { ana, type ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition, human, subWorkflow } from '../testing/steps.ts'
import { viewsOf } from '../views.ts'

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
