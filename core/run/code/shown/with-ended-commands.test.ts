import { expect, it } from 'vitest'
import { initialState } from '../../state.ts'
import { activity, ana, ScriptedCodeRun, sleep } from '../testing/scripted-code-run.ts'
import { withEndedCommands } from './with-ended-commands.ts'

const shown = (run: ScriptedCodeRun) => withEndedCommands(run.state, run.history).steps

function begun(...commands: Parameters<ScriptedCodeRun['answer']>[0][]): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  for (const answer of commands) run.answer(answer)
  return run
}

it('has the commands that have ended, and those that are open as they stand', () => {
  const run = begun({
    commands: [activity(1, 'a'), activity(2, 'b'), sleep(3), { kind: 'milestone', n: 4, name: 'half' }],
  })
  run.now += 40
  run.complete('a#1')
  run.fail('b#2')
  run.answer()
  expect(shown(run)).toMatchObject({
    'a#1': { status: 'completed', attempt: 1, at: run.now, startedAt: run.now - 40 },
    'b#2': { status: 'failed', handled: true, error: { code: 'Error' } },
    'sleep#3': { status: 'waiting_time' },
    'milestone:half#4': { status: 'completed' },
  })
  expect(Object.keys(run.state.steps)).toEqual(['sleep#3'])
})

it('a command that the body withdrew, and one that the end of the run interrupted, say so', () => {
  const run = begun({ commands: [activity(1, 'a'), activity(2, 'b')] })
  run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: [] })
  run.answer({ notes: [{ kind: 'cancel', n: 1 }] })
  run.send({ type: 'cancel', actor: ana, force: true })
  expect(shown(run)).toMatchObject({
    'a#1': { status: 'skipped', reason: 'cancelled', attempt: 1 },
    'b#2': { status: 'skipped', reason: 'run_ended', attempt: 1 },
  })
})

it('the failure that failed the run was handled by nobody', () => {
  const run = begun({ commands: [{ kind: 'child', n: 1, name: 'Billing', input: {} }, activity(2, 'b')] })
  const childRunId = Object.keys(run.state.children)[0] ?? ''
  run.send({ type: 'child_ended', child_run_id: childRunId, status: 'FAILED', state: {} })
  run.fail('b#2')
  run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'broke' } } })
  expect(shown(run)).toMatchObject({
    'child:Billing#1': { status: 'failed', handled: false, cause: 'child' },
    'b#2': { status: 'failed', handled: false },
  })
})

it('a compensation is not reached before the rollback, and then as it went', () => {
  const undo = (n: number, name: string) =>
    ({ kind: 'compensation', n, name, function: `activities.${name}`, args: [] }) as const
  const run = begun({ commands: [undo(1, 'refund'), undo(2, 'release'), sleep(3)] })
  expect(shown(run)).toMatchObject({ 'compensation:refund#1': { status: 'again', visits: 0 } })
  run.fire('wait')
  run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'broke' } } })
  run.fail('compensation:release#2')
  run.fire('retry')
  run.fail('compensation:release#2', 'Error', false)
  run.complete('compensation:refund#1')
  expect(shown(run)).toMatchObject({
    'compensation:release#2': { status: 'failed', attempt: 2, handled: false },
    'compensation:refund#1': { status: 'completed', attempt: 1 },
  })
})

it('leaves a run of steps as it is', () => {
  const state = initialState()
  expect(withEndedCommands(state, [])).toBe(state)
})
