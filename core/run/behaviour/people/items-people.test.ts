import { describe, expect, test } from 'vitest'
import type { Asker, Command } from '../../command.ts'
import { decide } from '../../decide.ts'
import { permissions } from '../../preview/permissions.ts'
import type { RunState } from '../../state.ts'
import type { FannedOut } from '../../step-state.ts'
import { overItems } from '../../testing/parallel-runs.ts'
import { openTasks } from '../../views/open-work.ts'
import type { HumanTaskSpec } from '../../words.ts'

/** Items of one PARALLEL step share the step, and nothing else: the right to decide one of them gives none over another. */
const pause = { kind: 'directive', directive: { kind: 'pause', result: null } } as const
const run = overItems([1, 2])
run.endItem('Each', 0, pause)
run.endItem('Each', 1, pause)
const by = (id: string, groups: readonly string[], more: Partial<Asker['standing']> = {}): Asker => ({
  actor: { id },
  standing: { groups, manager: false, ...more },
})

/** The first item asks `credit`, the second `legal`, without eve; `left`: items that wait still. */
function asking(left: readonly number[] = [0, 1], escalatedTo?: string): RunState {
  const step = run.state.steps.Each as FannedOut
  const asks: readonly Partial<HumanTaskSpec>[] = [{ groups: ['credit'] }, { groups: ['legal'], excluded: ['eve'] }]
  const flight = step.fan.flight.flatMap((flying) =>
    flying.status === 'waiting_person' && left.includes(flying.item)
      ? [{ ...flying, task: { ...flying.task, ...asks[flying.item] }, ...(escalatedTo && { escalatedTo }) }]
      : [],
  )
  return { ...run.state, steps: { Each: { ...step, fan: { ...step.fan, flight } } } }
}
const refusal = (state: RunState, command: Command) => {
  const result = decide(run.executable, state, command, { now: state.at, newId: String, random: Number })
  return result.ok ? null : [result.refusal.code, result.refusal.message]
}
const others = 'Each is assigned to other people. Only they or a manager can skip it.'

describe('two items that ask different people', () => {
  test('the step is passed over by nobody who may decide only one of them', () => {
    for (const asker of [by('ana', ['credit']), by('kim', ['legal'])]) {
      for (const command of [
        { type: 'skip', ...asker, step: 'Each' },
        { type: 'mark_done', ...asker, step: 'Each', output: {} },
        { type: 'jump', ...asker, to_step: 'END' },
      ] as const) {
        expect(refusal(asking(), command)).toEqual(['NOT_ENTITLED', others])
      }
      const skip = permissions(run.executable, asking(), asker).find(({ verb }) => verb === 'skip')
      expect(skip).toMatchObject({ allowed: false, barred: [{ step: 'Each', because: others }] })
    }
  })

  test('it is by whoever may decide both, and by managers whom none of them excludes', () => {
    const skip = (asker: Asker) => refusal(asking(), { type: 'skip', ...asker, step: 'Each' })
    expect(skip(by('sam', ['credit', 'legal']))).toBeNull()
    expect(skip(by('boss', [], { manager: true }))).toBeNull()
    expect(skip(by('eve', ['credit', 'legal'], { manager: true }))?.[0]).toBe('NOT_ENTITLED')
  })

  test('to have been given one of them gives no right over the other', () => {
    const [, second] = openTasks(asking())
    const zoe = by('zoe', [], { delegated: [second?.task.task_id ?? ''] })
    expect(refusal(asking(), { type: 'skip', ...zoe, step: 'Each' })).toEqual(['NOT_ENTITLED', others])
    expect(refusal(asking([1]), { type: 'skip', ...zoe, step: 'Each' })).toBeNull()
  })
})

describe('an answer that names no task', () => {
  const answer = (asker: Partial<Asker>, more: object = {}): Command => ({
    type: 'resume',
    actor: { id: 'nobody' },
    ...asker,
    step: 'Each',
    input: {},
    ...more,
  })

  test('is none to the item that is left when one’s own was decided meanwhile', () => {
    const ana = by('ana', ['credit'])
    expect(refusal(asking(), answer(ana))?.[0]).toBe('AMBIGUOUS_WAIT')
    expect(refusal(asking([1]), answer(ana))).toEqual(['NOT_ENTITLED', 'Each is not assigned to ana.'])
    expect(refusal(asking([1]), answer({ ...ana, actor: { id: 'ana', name: 'Ana' } }))?.[1]).toContain(
      'is not assigned to Ana.',
    )
    expect(refusal(asking([0]), answer(ana))).toBeNull()
  })

  test('is one to an item that was passed to somebody, or for which they were asked when it was late', () => {
    const [, second] = openTasks(asking())
    const delegated = [second?.task.task_id ?? '']
    expect(refusal(asking([1]), answer(by('zoe', [], { delegated })))).toBeNull()
    expect(refusal(asking([1], 'zoe'), answer(by('zoe', [])))).toBeNull()
  })

  test('of a task that is named, or of nobody in particular, was judged before', () => {
    const [, second] = openTasks(asking())
    expect(refusal(asking(), answer(by('ana', ['credit']), { task_id: second?.task.task_id }))).toBeNull()
    expect(refusal(asking([1]), answer({}))).toBeNull()
  })
})
