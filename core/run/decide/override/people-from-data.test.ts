import { expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { executable } from '#core/definition/executable.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, loop } from '../../testing/steps.ts'
import { asksByData, barsByData, excludesByData } from './people-from-data.ts'

const byData = human('Approve', { groups: ['credit'], excluded: ['eve', '{{ input.by }}'] })
const plain = human('Approve', { groups: ['credit'], excluded: ['eve'] })
const titled = human('Approve', { title: 'Loan {{ input.n }}' })

it('a step asks by data where anything that it asks is a template, and excludes by data where those are', () => {
  const steps = [byData, plain, titled, human('Anybody'), call('{{ input.by }}')]
  expect(steps.map(asksByData)).toEqual([true, false, true, false, false])
  expect(steps.map(excludesByData)).toEqual([true, false, false, false, false])
})

const begun = (...steps: readonly Step[]) => {
  const run = new ScriptedRun(definition(steps), { input: { by: 'ana' } })
  run.own()
  return { run, bars: () => barsByData(executable(definition(steps)), run.state) }
}

it('data bar from a step that is next and has not asked yet', () => {
  const { run, bars } = begun(call('Work'), byData)
  expect(bars()).toBe(false)
  run.send({ type: 'pause', actor: { id: 'ana' } })
  run.complete('Work')
  expect(bars()).toBe(true)
  run.send({ type: 'resume', actor: { id: 'ana' } })
  expect(bars()).toBe(false)
})

it('data bar from a loop that has such a step before it', () => {
  const rounds = (step: Step) => loop('Rounds', [call('Work'), step], { while_condition: 'true', max_iterations: 3 })
  expect(begun(rounds(byData)).bars()).toBe(true)
  expect(begun(rounds(plain)).bars()).toBe(false)
})
