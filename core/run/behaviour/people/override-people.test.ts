import { describe, expect, test } from 'vitest'
import type { HumanStep } from '#core/definition/definition.ts'
import type { Asker, Command } from '../../command.ts'
import { permissions } from '../../preview/permissions.ts'
import { begun } from '../../testing/begun.ts'
import { Family } from '../../testing/family.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, loop, parallel, subWorkflow } from '../../testing/steps.ts'

/** Somebody who belongs to these groups. */
function by(id: string, groups: readonly string[] = [], more: Partial<Asker['standing']> = {}): Asker {
  return { actor: { id }, standing: { groups, manager: false, ...more } }
}
const boss = (groups: readonly string[] = []) => by('boss', groups, { manager: true })

const asked: Partial<HumanStep> = { assignees: ['ana'], groups: ['credit'], excluded: ['eve', 'auditors'] }
const waiting = (more: Partial<HumanStep> = {}) => begun([human('Ask', { ...asked, ...more }), call('Pay')])
const output = { approved: true }

const ways: readonly (readonly [string, (asker: Asker) => Command])[] = [
  ['skip', (asker: Asker) => ({ type: 'skip', ...asker, step: 'Ask' })],
  ['mark done', (asker: Asker) => ({ type: 'mark_done', ...asker, output })],
  ['jump', (asker: Asker) => ({ type: 'jump', ...asker, to_step: 'Pay' })],
  ['jump to the end', (asker: Asker) => ({ type: 'jump', ...asker, to_step: 'END' })],
  ['jump back', (asker: Asker) => ({ type: 'jump', ...asker, to_step: 'Ask' })],
]

const notTheirs = 'Ask is assigned to other people. Only they or a manager can skip it.'
const excluded = 'You are excluded from deciding Ask, so you cannot skip it. Another person must decide.'

describe.each(ways)('to %s is no way around the people who are asked', (_, verb) => {
  test('nobody does who may not decide', () => {
    expect(waiting().refusal(verb(by('zoe', ['sales'])))).toEqual({ code: 'NOT_ENTITLED', message: notTheirs })
  })

  test('nobody does who is excluded, by name or by a group, not even a manager', () => {
    for (const asker of [
      by('eve', ['credit']),
      by('EVE', ['*']),
      by('ben', ['credit', 'auditors']),
      boss(['auditors']),
    ])
      expect(waiting().refusal(verb(asker))).toEqual({ code: 'NOT_ENTITLED', message: excluded })
  })

  test('whoever may decide does, and so do managers', () => {
    for (const asker of [by('ana'), by('ben', ['credit']), by('local', ['*']), boss()]) waiting().send(verb(asker))
  })

  test('where several have to approve, one of them does not do it alone', () => {
    const two = { approvals_required: 2 }
    expect(waiting(two).refusal(verb(by('ana'))).message).toBe(
      'Ask needs 2 approvals. Only a manager can skip it alone.',
    )
    waiting(two).send(verb(boss()))
  })

  test('whoever it was passed to, or who was asked when it was late, does', () => {
    waiting().send(verb(by('zoe', [], { delegated: ['id-1'] })))
    const late = waiting({ escalate_to: 'bosses', escalate_after_seconds: 1 })
    late.fire('escalation')
    late.send(verb(by('zoe', ['bosses'])))
  })

  test('whoever is quicker than the question gains nothing', () => {
    const run = new ScriptedRun(definition([human('Ask', asked), call('Pay')]), { drive: 'manual' })
    run.own()
    expect(run.refusal(verb(by('eve', ['credit']))).message).toBe(excluded)
    expect(run.refusal(verb(by('zoe'))).message).toBe(notTheirs)
    run.send(verb(by('ana')))
  })
})

describe('whoever marks a step done that asks people', () => {
  const second = human('Second', { excluded: ['{{ steps.First.decided_by }}'] })
  const done = (asker: Asker): Command => ({ type: 'mark_done', ...asker, step: 'First', output })

  test('has decided it, and may not decide the step that excludes whoever did', () => {
    const run = begun([human('First', { groups: ['credit'] }), second])
    run.send(done(boss()))
    expect(run.state.outputs.First).toEqual({ output, decided_by: ['boss'] })
    expect(run.owed('human_task', 'Second').task.excluded).toEqual(['boss'])
    expect(run.refusal({ type: 'resume', ...boss(), input: output })).toMatchObject({ code: 'NOT_ENTITLED' })
    run.send({ type: 'resume', ...by('ana'), input: output })
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED' })
  })

  test('takes the place of whoever had answered before its function failed', () => {
    const run = begun([human('First', { function: 'f.book' }), second])
    run.send({ type: 'resume', ...by('ana'), input: output })
    run.send(done(boss()))
    expect(run.state.outputs.First).toMatchObject({ decided_by: ['boss'] })
  })

  test('decides nothing where nobody would be asked', () => {
    const run = begun([call('First'), call('Second')])
    run.send(done(boss()))
    expect(run.state.outputs.First).toEqual({ output })
  })
})

describe('what an override takes from people besides', () => {
  test('whom a round was asking as its loop failed it would ask again: who passes the loop over passes them over', () => {
    const failed = () => {
      const rounds = loop('Each', [human('Ask', asked)], { iterate_over: '[1, 2]', timeout_seconds: 5 })
      const run = begun([rounds, call('Last')])
      run.fire('timeout')
      expect(run.state.steps.Ask).toMatchObject({ status: 'skipped', reason: 'superseded' })
      expect(run.state.outcome).toMatchObject({ status: 'FAILED' })
      return run
    }
    const skipped = (asker: Asker): Command => ({ type: 'skip', ...asker, step: 'Each' })
    expect(failed().refusal(skipped(by('zoe')))).toEqual({ code: 'NOT_ENTITLED', message: notTheirs })
    failed().send(skipped(by('ana')))
    failed().send(skipped(boss()))
  })

  test('whom a step would ask that cannot be said yet is for managers to pass over', () => {
    const unknown = human('Ask', { assignees: ['{{ steps.Nowhere.output.x }}'] })
    const run = new ScriptedRun(definition([unknown, call('Pay')]), { drive: 'manual' })
    run.own()
    expect(run.refusal({ type: 'skip', ...by('ana'), step: 'Ask' }).message).toBe(notTheirs)
    run.send({ type: 'skip', ...boss(), step: 'Ask' })
  })

  test('a jump over a step that has not asked yet is one around its people, and one to it is not', () => {
    const steps = [call('A'), human('Ask', asked), call('Pay')]
    const jump = (to_step: string) => ({ type: 'jump', ...by('zoe'), to_step }) as const
    expect(begun(steps).refusal(jump('Pay')).message).toBe(notTheirs)
    expect(begun(steps).refusal(jump('END')).message).toBe(notTheirs)
    begun(steps).send(jump('Ask'))
    const failed = begun(steps)
    failed.fail('A')
    expect(failed.refusal(jump('Pay')).message).toBe(notTheirs)
    const answered = begun([human('Ask', asked), call('Pay'), call('Tell')])
    answered.resume(output)
    answered.send({ type: 'jump', ...by('zoe'), from_step: 'Pay', to_step: 'Tell' })
    begun([call('A', { next: ['B', 'Ask'] }), call('B'), human('Ask', asked), call('C')]).send(jump('B'))
    const beside = begun([call('A', { next: ['B', 'Ask'] }), call('B'), human('Ask', asked), call('C')])
    beside.complete('A')
    beside.send({ type: 'jump', ...by('zoe'), from_step: 'B', to_step: 'END' })
  })

  test('the round of a loop, and the items of a list, ask their people', () => {
    const round = loop('Each', [human('Ask', asked)], { iterate_over: '[1]' })
    const run = begun([round, call('B')])
    expect(run.refusal({ type: 'skip', ...by('zoe'), step: 'Each' }).message).toBe(notTheirs)
    run.send({ type: 'skip', ...by('ana'), step: 'Each' })
    const many = begun([parallel('All', { tasks: [{ name: 'one', function: 'test.one' }] }), call('B')])
    many.endItem('All', 0, { kind: 'directive', directive: { kind: 'pause', result: null } })
    many.send({ type: 'skip', ...by('zoe'), step: 'All' })
  })

  test('a step beside that of the people is overruled by anybody', () => {
    const run = begun([call('A', { next: ['Ask', 'B'] }), human('Ask', asked), call('B')])
    run.complete('A')
    run.send({ type: 'mark_done', ...by('zoe'), step: 'B', output: null })
    expect(run.state.open).toEqual(['Ask'])
  })

  test('of what was not to be asked in this round, and of a run below beside it, nothing is taken', () => {
    const body = [human('Ask', { ...asked, when: 'false' }), call('Work')]
    const round = begun([loop('Each', body, { iterate_over: '[1]' }), call('B')])
    round.send({ type: 'skip', ...by('zoe'), step: 'Each' })
    const beside = begun([call('A', { next: ['Sub', 'B'] }), subWorkflow('Sub', 'Child'), call('B')])
    beside.complete('A')
    beside.send({ type: 'skip', ...by('zoe', [], { below: { Sub: 'no' } }), step: 'B' })
    expect(beside.state.open).toEqual(['Sub'])
  })

  test('runs below ask people too, of whom only those who send it know', () => {
    const family = () =>
      new Family([
        definition([subWorkflow('Sub', 'Child'), call('B')], { workflow_type: 'Test' }),
        definition([human('Ask', asked)], { workflow_type: 'Child' }),
      ]).root
    const below = { Sub: 'Below Sub somebody is asked.' }
    const skip = { type: 'skip', step: 'Sub' } as const
    expect(family().refusal({ ...skip, ...by('zoe', [], { below }) }).message).toBe('Below Sub somebody is asked.')
    family().send({ ...skip, ...by('zoe', [], { below: { Other: 'no' } }) })
    family().send({ ...skip, ...by('zoe') })
  })

  test('a run below that ended undecided leaves its question to the step', () => {
    const failed = () => {
      const run = begun([subWorkflow('Sub', 'Child'), call('B'), subWorkflow('Later', 'Child'), call('C')])
      run.childRunEnded('id-1', 'CANCELLED', {})
      return run
    }
    const zoe = (...steps: readonly string[]) =>
      by('zoe', [], { below: Object.fromEntries(steps.map((step) => [step, `${step} was asked.`])) })
    const refused = (command: Command) => failed().refusal(command).message
    expect(refused({ type: 'skip', ...zoe('Sub') })).toBe('Sub was asked.')
    expect(refused({ type: 'mark_done', ...zoe('Sub'), output: {} })).toBe('Sub was asked.')
    expect(refused({ type: 'jump', ...zoe('Sub'), to_step: 'B' })).toBe('Sub was asked.')
    expect(refused({ type: 'jump', ...zoe('Later'), to_step: 'C' })).toBe('Later was asked.')
    failed().send({ type: 'jump', ...zoe('Later'), to_step: 'B' })
    expect(permissions(failed().executable, failed().state, zoe('Sub')).find(({ verb }) => verb === 'skip')).toEqual({
      verb: 'skip',
      allowed: false,
      because: 'Sub was asked.',
      barred: [{ step: 'Sub', because: 'Sub was asked.' }],
    })
  })

  test('so does one below a step in a loop, for the loop as well, until that step is over', () => {
    const around = loop('Each', [subWorkflow('Sub', 'Child'), call('Work'), human('Ask', asked)], {
      iterate_over: '[1]',
    })
    const run = begun([around, call('B')])
    const skip = (asker: Asker) => ({ type: 'skip', ...asker, step: 'Each' }) as const
    const below = { Sub: 'Sub was asked.' }
    expect(run.refusal(skip(by('ana', [], { below }))).message).toBe('Sub was asked.')
    run.childRunEnded('id-1', 'COMPLETED', {})
    expect(run.refusal(skip(by('zoe'))).message).toBe(notTheirs)
    run.send(skip(by('ana', [], { below })))
  })
})

test('an answer is judged by name and by group, as everywhere', () => {
  const resume = (asker: Asker) => ({ type: 'resume', ...asker, input: output }) as const
  expect(waiting().refusal(resume(by('ben', ['credit', 'auditors'])))).toMatchObject({ code: 'NOT_ENTITLED' })
  expect(waiting().refusal(resume({ actor: { id: 'Eve' } }))).toMatchObject({ code: 'NOT_ENTITLED' })
  waiting().send(resume(by('ben', ['credit'])))
})

describe('what may be asked of the run', () => {
  const of = (run: ScriptedRun, asker: Asker) =>
    permissions(run.executable, run.state, asker).filter(({ verb }) => verb === 'skip')

  test('leaves out the steps that somebody may not pass over, with the reason', () => {
    const run = begun([call('A', { next: ['Ask', 'B'] }), human('Ask', asked), call('B')])
    run.complete('A')
    const barred = [{ step: 'Ask', because: notTheirs }]
    expect(of(run, by('zoe'))).toEqual([{ verb: 'skip', allowed: true, steps: ['B'], barred }])
    expect(of(run, by('ana'))).toEqual([{ verb: 'skip', allowed: true, steps: ['Ask', 'B'] }])
    expect(of(run, { actor: { id: 'zoe' } })).toEqual([{ verb: 'skip', allowed: true, steps: ['Ask', 'B'] }])
  })

  test('refuses the verb where no other step is left', () => {
    const barred = [{ step: 'Ask', because: excluded }]
    expect(of(waiting(), by('eve'))).toEqual([{ verb: 'skip', allowed: false, because: excluded, barred }])
  })

  test('is the same of a step that failed by its function, or that nobody answered', () => {
    const run = waiting({ timeout_seconds: 1 })
    run.fire('timeout')
    expect(of(run, by('zoe'))).toMatchObject([{ allowed: false, because: notTheirs }])
    expect(of(run, by('ana'))).toEqual([{ verb: 'skip', allowed: true, steps: ['Ask'] }])
  })
})
