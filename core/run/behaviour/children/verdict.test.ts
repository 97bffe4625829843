import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Effect } from '../../effect.ts'
import { Family } from '../../testing/family.ts'
import { call, definition, loop, parallel, script, subWorkflow } from '../../testing/steps.ts'

const pure = script('Fails', { code: 'throw new Error()' })
const named = (workflow_type: string, steps: readonly Step[], more: Parameters<typeof definition>[1] = {}) =>
  definition(steps, { workflow_type, ...more })
const phaseOf = (family: Family, workflow = 'Parent') => family.of(workflow).state.phase

describe('a run takes the verdict of its children', () => {
  const ways: readonly (readonly [string, Step])[] = [
    ['a SUB_WORKFLOW step', subWorkflow('Sub', 'Child')],
    ['an item of a PARALLEL step', parallel('Many', { tasks: [{ name: 'one', sub_workflow_type: 'Child' }] })],
    ['the body of a LOOP', loop('Each', [subWorkflow('Sub', 'Child')], { iterate_over: '[1]' })],
  ]

  test.each(ways)('by %s: one that failed without effects leaves it safe', (_, step) => {
    const family = new Family([named('Parent', [step]), named('Child', [pure])])
    family.after('Child', (run) => run.fail('Fails', 'Error', false))
    expect([phaseOf(family, 'Child'), phaseOf(family)]).toEqual(['FAILED_SAFE', 'FAILED_SAFE'])
  })

  test.each(ways)('by %s: one that has undone what it did leaves it safe', (_, step) => {
    const saga = { saga_enabled: true }
    const steps = [call('Did', { compensate_function: 'test.undo' }), pure]
    const family = new Family([named('Parent', [step]), named('Child', steps, saga)])
    family.after('Child', (run) => run.complete('Did'))
    family.after('Child', (run) => run.fail('Fails', 'Error', false))
    family.after('Child', (run) => run.complete('Did'))
    expect(family.of('Child').state.outcome?.status).toBe('FAILED_ROLLED_BACK')
    expect([phaseOf(family, 'Child'), phaseOf(family)]).toEqual(['FAILED_SAFE', 'FAILED_SAFE'])
  })

  test.each(ways)('by %s: one that did something leaves it unsafe', (_, step) => {
    const family = new Family([named('Parent', [step]), named('Child', [call('Did')])])
    family.after('Child', (run) => run.fail('Did', 'Error', false))
    expect([phaseOf(family, 'Child'), phaseOf(family)]).toEqual(['FAILED_UNSAFE', 'FAILED_UNSAFE'])
  })

  test('one that could not undo what it had asked of a safe run below says so', () => {
    const saga = { saga_enabled: true }
    const between = named('Between', [subWorkflow('Sub', 'Child', { compensate_function: 'test.undo' })], saga)
    const family = new Family([named('Parent', [subWorkflow('Sub', 'Between')]), between, named('Child', [pure])])
    family.after('Child', (run) => run.fail('Fails', 'Error', false))
    family.after('Between', (run) => run.fail('Sub', 'Error', false))
    expect(['Child', 'Between', 'Parent'].map((name) => phaseOf(family, name))).toEqual([
      'FAILED_SAFE',
      'FAILED_UNSAFE',
      'FAILED_UNSAFE',
    ])
  })

  test('through all levels', () => {
    const between = named('Between', [subWorkflow('Sub', 'Child')])
    const top = named('Parent', [subWorkflow('Sub', 'Between')])
    for (const [step, phase] of [
      [pure, 'FAILED_SAFE'],
      [call('Fails'), 'FAILED_UNSAFE'],
    ] as const) {
      const family = new Family([top, between, named('Child', [step])])
      family.after('Child', (run) => run.fail('Fails', 'Error', false))
      expect(['Child', 'Between', 'Parent'].map((name) => phaseOf(family, name))).toEqual([phase, phase, phase])
    }
  })

  test('a child that completed counts by what it did', () => {
    for (const [step, phase] of [
      [script('S', { code: '1' }), 'FAILED_SAFE'],
      [call('S'), 'FAILED_UNSAFE'],
    ] as const) {
      const family = new Family([named('Parent', [subWorkflow('Sub', 'Child'), pure]), named('Child', [step])])
      family.after('Child', (run) => run.complete('S'))
      family.after('Parent', (run) => run.fail('Fails', 'Error', false))
      expect(phaseOf(family)).toBe(phase)
    }
  })

  test('one that has not ended counts as unsafe, whether it is cancelled or goes on alone', () => {
    for (const more of [{}, { on_parent_close: 'abandon' } as const]) {
      const steps = [subWorkflow('Sub', 'Child', { dependencies: [], ...more }), { ...pure, dependencies: [] }]
      const family = new Family([named('Parent', steps), named('Child', [call('S')])])
      family.after('Parent', (run) => run.fail('Fails', 'Error', false))
      expect(phaseOf(family)).toBe('FAILED_UNSAFE')
    }
  })

  test('a child that is retried counts again until its next verdict', () => {
    const family = new Family([named('Parent', [subWorkflow('Sub', 'Child')]), named('Child', [pure, call('Did')])])
    family.after('Child', (run) => run.fail('Fails', 'Error', false))
    family.after('Child', (run) => run.send({ type: 'retry', actor: { id: 'ana' } }))
    family.after('Child', (run) => run.complete('Fails'))
    family.after('Child', (run) => run.fail('Did', 'Error', false))
    expect(phaseOf(family)).toBe('FAILED_UNSAFE')
  })

  test('an earlier version says no verdict: its child counts as unsafe', () => {
    const family = new Family([named('Parent', [subWorkflow('Sub', 'Child')])])
    const child = family.root.history.find(({ type }) => type === 'workflow.child.spawned')
    expect(child?.payload).toMatchObject({ effects: 'final', verdict_follows: true })
    expect(family.root.plan().filter((effect: Effect) => effect.kind === 'child')).toEqual([])
    expect(phaseOf(family)).toBe('FAILED_UNSAFE')
  })
})
