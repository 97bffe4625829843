import { expect, it } from 'vitest'
import type { CodeCommand } from '../code-state.ts'
import { activity, ana, ScriptedCodeRun, sleep } from '../testing/scripted-code-run.ts'
import { followedCommands, nameOf } from './followed-commands.ts'

/** Which commands each command followed, as `a#1 b#2 > c#3`; `!`: its failure. */
function ways(run: ScriptedCodeRun): readonly string[] {
  return followedCommands(run.history).map(({ step, after }) => {
    const names = after.map((one) => `${one.step}${one.failed ? '!' : ''}`)
    return `${names.join(' ')} > ${step}`.trim()
  })
}

function begun(...commands: CodeCommand[]): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands })
  return run
}

const milestone = (n: number): CodeCommand => ({ kind: 'milestone', n, name: 'half' })
const child = (n: number): CodeCommand => ({ kind: 'child', n, name: 'Billing', input: {} })

it('a command follows what ended before the body asked for it: all of a join, each of two chains', () => {
  const run = begun(activity(1, 'a'), activity(2, 'b'))
  run.complete('a#1')
  run.answer({ commands: [activity(3, 'c')] })
  run.complete('b#2')
  run.answer({ commands: [activity(4, 'd')] })
  run.complete('c#3')
  run.answer()
  run.complete('d#4')
  run.answer({ commands: [sleep(5)] })
  expect(ways(run)).toEqual(['> a#1', '> b#2', 'a#1 > c#3', 'b#2 > d#4', 'c#3 d#4 > sleep#5'])
})

it('what has ended while the body ran is not what it followed', () => {
  const run = begun(activity(1, 'a'), activity(2, 'b'))
  run.complete('a#1')
  const answer = run.answerTo(run.delivery, { commands: [activity(3, 'c')] })
  run.complete('b#2')
  run.send(answer)
  run.answer({ commands: [activity(4, 'd')] })
  expect(ways(run)).toEqual(['> a#1', '> b#2', 'a#1 > c#3', 'b#2 > d#4'])
})

it('a failure is followed by what its handler asks for, and a milestone by what comes behind it', () => {
  const run = begun(activity(1, 'a'))
  run.fail('a#1')
  run.answer({ commands: [milestone(2), child(3)] })
  expect(ways(run)).toEqual(['> a#1', 'a#1! > milestone:half#2', 'milestone:half#2 > child:Billing#3'])
})

it('a compensation follows what it undoes', () => {
  const run = begun(activity(1, 'pay'))
  run.complete('pay#1')
  run.answer({
    commands: [{ kind: 'compensation', n: 2, name: 'refund', function: 'activities.refund', args: [] }, child(3)],
  })
  expect(ways(run)).toEqual(['> pay#1', 'pay#1 > compensation:refund#2', 'compensation:refund#2 > child:Billing#3'])
})

it('a signal leads on from where the body was', () => {
  const run = begun(activity(1, 'a'))
  run.complete('a#1')
  run.answer({ commands: [activity(2, 'b')] })
  run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: [] })
  run.answer({ commands: [activity(3, 'c')] })
  expect(ways(run)).toEqual(['> a#1', 'a#1 > b#2', 'a#1 > c#3'])
})

it('a retry forgets the failures that it takes back, and its attempts are no further commands', () => {
  const run = begun(activity(1, 'a'), activity(2, 'b'))
  run.complete('b#2')
  run.answer()
  run.fail('a#1')
  run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'broke' } } })
  run.send({ type: 'retry', actor: ana })
  run.answer()
  run.complete('a#1')
  run.answer({ commands: [sleep(3)] })
  expect(ways(run)).toEqual(['> a#1', '> b#2', 'b#2 a#1 > sleep#3'])
})

it('has the name and the shape of a command', () => {
  const [first, second, third] = followedCommands(begun(activity(1), sleep(2, 50), child(3)).history)
  expect(first).toMatchObject({ n: 1, kind: 'activity', name: 'fetchUser', function: 'activities.fetchUser' })
  expect(second).toEqual({ n: 2, kind: 'timer', name: 'sleep', duration_ms: 50, step: 'sleep#2', after: [] })
  expect(third && nameOf(third)).toBe('child:Billing')
})
