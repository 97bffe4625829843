import { describe, expect, test } from 'vitest'
import { enveloped, twoLocks } from '../testing/enveloped.ts'
import { ana, type ScriptedRun } from '../testing/scripted-run.ts'
import { sentence } from './sentence.ts'

const say = (run: ScriptedRun, laterMs = 0) => sentence(run.executable, run.state, run.now + laterMs)

describe('a run that waits before its first step', () => {
  test('names the conditions that are not true yet, and the next check', () => {
    const run = enveloped({ conditions: [{ name: 'window', when: 'now < timestamp("1970-01-01T00:00:00Z")' }] })
    expect(say(run, 5_000)).toBe('Waiting for window for 5 s. Checked again in 55 s.')
  })

  test('shows why a condition cannot be evaluated', () => {
    const run = enveloped({ conditions: [{ name: 'odd', when: 'input.nothing' }] })
    expect(say(run)).toContain('nothing')
  })

  test('names the resource, its holder and its place in the queue', () => {
    const run = enveloped(twoLocks)
    expect(say(run, 1_000)).toBe('Waiting for device:1 and device:2 for 1 s.')
    run.refuse()
    expect(say(run)).toContain('next in the queue. Device:7 is held by run r2. See the other run.')
  })

  test('is paused while it is held', () => {
    const run = enveloped(twoLocks)
    run.send({ type: 'pause', actor: ana })
    expect(say(run)).toContain('Paused by Ana')
  })
})
