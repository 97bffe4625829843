import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Command } from '../../command.ts'
import { isApproval } from '../../signals.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, loop, parallel, signal } from '../../testing/steps.ts'
import { openTasks } from '../../views/open-work.ts'

const actor = ana
const yes = { approved: true }

/** A run whose clock goes on with everything that is asked of it. */
function started(steps: readonly Step[], more: ConstructorParameters<typeof ScriptedRun>[1] = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps), more)
  run.own()
  return run
}

/** What the door sends with a command that arrives now. */
const arriving = (run: ScriptedRun) => ({
  open_waits: openTasks(run.state).map(({ task }) => task.task_id),
  seen_at: run.state.at,
})
function answer(run: ScriptedRun, more: object = {}): Command {
  return { type: 'resume', actor, input: yes, open_waits: arriving(run).open_waits, ...more }
}
function later(run: ScriptedRun, command: Command) {
  run.now += 10
  return run.decide(command)
}
const refusalOf = (result: ReturnType<ScriptedRun['decide']>) => (result.ok ? null : result.refusal)

describe('F6: an answer is bound to the wait that was open when it arrived', () => {
  const two = [human('First', { output_key: 'f' }), human('Second', { output_key: 's' })]

  test('of two at once the second does not decide the step that nobody had seen', () => {
    const run = started(two)
    const both = [answer(run), answer(run)]
    expect(both.map((one) => refusalOf(later(run, one))?.code ?? 'done')).toEqual(['done', 'NO_SUCH_WAIT'])
    expect(run.state.open).toEqual(['Second'])
    expect(refusalOf(later(run, both[1] as Command))).toMatchObject({ decided: { by: ana } })
  })

  test('one that came before anybody was asked answers nothing later', () => {
    const run = started([call('Before'), human('Ask', { output_key: 'a' })])
    const early = answer(run)
    const named = answer(run, { step: 'Ask' })
    run.complete('Before')
    expect(refusalOf(later(run, early))).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('it was not waiting for an answer when this arrived'),
    })
    expect(refusalOf(later(run, named))).toMatchObject({ code: 'NO_SUCH_WAIT', message: /asked again/ })
    expect(later(run, answer(run)).ok).toBe(true)
  })

  test('one that could mean several of them stays ambiguous, whatever is decided meanwhile', () => {
    const open = { dependencies: [], output_key: 'x' }
    const run = started([human('A', open), human('B', open)])
    const unnamed = answer(run)
    expect(refusalOf(later(run, unnamed))?.code).toBe('AMBIGUOUS_WAIT')
    later(run, answer(run, { step: 'A', open_waits: arriving(run).open_waits.slice(0, 1) }))
    expect(refusalOf(later(run, unnamed))?.code).toBe('AMBIGUOUS_WAIT')
    expect(run.state.open).toEqual(['B'])
  })

  test('one that names its step is not for another round of it', () => {
    const run = started([loop('Each', [human('Ask', { output_key: 'a' })], { iterate_over: '[1, 2]' })])
    const first = answer(run, { step: 'Ask' })
    expect(later(run, first).ok).toBe(true)
    expect(refusalOf(later(run, first))?.code).toBe('NO_SUCH_WAIT')
    expect(run.state.steps.Ask).toMatchObject({ status: 'waiting_person', iteration: 2 })
  })

  test('whatever the order, an accepted answer decided a task that was open when it arrived', () => {
    const asking = (name: string) => human(name, { output_key: name, dependencies: [] })
    const many = [asking('A'), asking('B'), human('C', { output_key: 'C', dependencies: ['A', 'B'] })]
    fc.assert(
      fc.property(
        fc.array(fc.record({ deliver: fc.nat(5), step: fc.option(fc.constantFrom('A', 'B', 'C')) })),
        (acts) => {
          const run = started(many)
          const waiting: Command[] = []
          for (const { deliver, step } of acts) {
            const named = step === null ? {} : { step }
            const fitting = openTasks(run.state).filter((task) => step === null || task.step === step)
            waiting.push(answer(run, { ...named, open_waits: fitting.map(({ task }) => task.task_id) }))
            const [command] = waiting.splice(deliver % waiting.length, 1)
            const before = run.history.length
            const meant = (command as Extract<Command, { type: 'resume' }>).open_waits
            if (!later(run, command as Command).ok) continue
            const decided = run.history
              .slice(before)
              .flatMap((event) => (event.type === 'workflow.human_task.decided' ? [event.payload.task_id] : []))
            expect(decided).toEqual(meant)
          }
        },
      ),
    )
  })
})

describe('F6: any other verb is bound to what had happened', () => {
  const twice = (run: ScriptedRun, command: Command) => {
    const seen = { ...command, seen_at: run.state.at }
    return [refusalOf(later(run, seen)), refusalOf(later(run, seen))].map((refusal) => refusal?.code ?? 'done')
  }

  test('of two next steps at once one is taken', () => {
    const run = started([call('A'), call('B')], { drive: 'manual' })
    run.send({ type: 'next_step', actor, user_input: null })
    run.complete('A')
    expect(twice(run, { type: 'next_step', actor, user_input: null })).toEqual(['done', 'INVALID_TRANSITION'])
    run.complete('B')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })

  test('of two next steps at once one is taken, also where the step needs nobody', () => {
    const pure = (name: string) => ({ type: 'TRANSFORM', name, set: { [name]: '1' } }) as const
    const run = started([pure('A'), pure('B'), pure('C')], { drive: 'manual' })
    expect(twice(run, { type: 'next_step', actor, user_input: null })).toEqual(['done', 'INVALID_TRANSITION'])
    expect(Object.keys(run.state.outputs)).toEqual(['A'])
    expect(later(run, { type: 'next_step', actor, user_input: null, seen_at: run.state.at }).ok).toBe(true)
  })

  test.each(['skip', 'mark_done', 'jump'] as const)('of two unnamed %s at once one is done', (verb) => {
    const run = started([call('A'), call('B'), call('C')])
    const more = verb === 'jump' ? { to_step: 'B' } : { output: {} }
    expect(twice(run, { type: verb, actor, ...more } as Command)).toEqual(['done', 'INVALID_TRANSITION'])
    expect(run.state.open).toEqual(['B'])
  })

  test('a step that is ready and held is skipped once, and a named one in the round that was seen', () => {
    const held = started([call('A'), call('B'), call('C')])
    held.send({ type: 'pause', actor })
    held.complete('A')
    expect(twice(held, { type: 'skip', actor })).toEqual(['done', 'INVALID_TRANSITION'])
    expect(later(held, { type: 'skip', actor, step: 'C', seen_at: held.state.at }).ok).toBe(true)
    const rounds = started([loop('Each', [call('In')], { iterate_over: '[1, 2]' })])
    expect(twice(rounds, { type: 'skip', actor, step: 'In' })).toEqual(['done', 'INVALID_TRANSITION'])
    expect(rounds.state.steps.In).toMatchObject({ status: 'running', iteration: 2 })
  })

  test.each(['retry', 'acknowledge', 'rollback'] as const)('a %s is for the failure that was seen', (type) => {
    const failed = (saga_enabled: boolean) => {
      const steps = [call('Done', { compensate_function: 'test.undo' }), call('A')]
      const run = new ScriptedRun(definition(steps, { saga_enabled }))
      run.own()
      run.complete('Done')
      run.fail('A')
      if (saga_enabled) run.fail('Done', 'Error', false)
      return run
    }
    const run = failed(type === 'rollback')
    expect(refusalOf(run.decide({ type, actor, seen_at: run.state.at - 1 }))).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('after your request'),
    })
    expect(run.decide({ type, actor, seen_at: run.state.at }).ok).toBe(true)
  })

  test('a failure that came after the skip was asked is not skipped', () => {
    const run = started([call('A')])
    const early = { type: 'skip', actor, step: 'A', seen_at: run.state.at } as const
    run.now += 10
    run.fail('A')
    expect(refusalOf(run.decide(early))).toMatchObject({ code: 'INVALID_TRANSITION', message: /after your request/ })
  })

  test('a resume lifts the hold that was seen, not the next one', () => {
    const run = started([call('A')])
    run.send({ type: 'pause', actor })
    const resume = { type: 'resume', actor, seen_at: run.state.at } as const
    expect(later(run, resume).ok).toBe(true)
    run.now += 10
    run.send({ type: 'pause', actor })
    expect(refusalOf(run.decide(resume))).toMatchObject({ message: expect.stringContaining('paused again') })
  })
})

describe('the signal approval', () => {
  test.each([
    [[human('Ask')], true],
    [[human('Ask'), signal('Paid', 'paid-{{ input.id }}')], true],
    [[human('Ask'), signal('Any', '{{ input.id }}')], false],
    [[human('Ask'), signal('Approved', 'approval')], false],
    [[human('Ask'), signal('Approved', 'app{{ input.id }}al')], false],
    [[parallel('P', { tasks: [] }), signal('Other', 'approve')], true],
  ])('of %j answers a person’s step unless a step may wait for it: %s', (steps, answers) => {
    expect(isApproval({ steps }, 'approval')).toBe(answers)
    expect(isApproval({ steps }, 'other')).toBe(false)
  })
})
