import { describe, expect, test } from 'vitest'
import { enveloped, twoLocks } from '../testing/enveloped.ts'
import { ana, type ScriptedRun } from '../testing/scripted-run.ts'
import { sentence, sentenceParts } from './sentence.ts'
import type { BlockingLock } from './waiting.ts'

const say = (run: ScriptedRun, laterMs = 0) => sentence(run.executable, run.state, run.now + laterMs)

/** The deadline of a wait that names none. */
const inTheEnd = 'Gives up in 29 d.'

describe('a run that waits before its first step', () => {
  test('names the conditions that are not true yet, and the next check', () => {
    const run = enveloped({ conditions: [{ name: 'window', when: 'now < timestamp("1970-01-01T00:00:00Z")' }] })
    expect(say(run, 5_000)).toBe(`Waiting for window for 5 s. Checked again in 55 s. ${inTheEnd}`)
  })

  test('shows why a condition cannot be evaluated', () => {
    const run = enveloped({ conditions: [{ name: 'odd', when: 'input.nothing' }] })
    expect(say(run)).toContain('nothing')
  })

  test('names the resource, its holder and its place in the queue', () => {
    const run = enveloped(twoLocks)
    expect(say(run, 1_000)).toBe('Waiting for device:1 and device:2 for 1 s.')
    run.refuse()
    expect(say(run)).toContain('device:7 is held by run r2.')
    expect(sentenceParts(run.executable, run.state, run.now)).toContainEqual({
      text: 'run r2',
      to: { kind: 'run', runId: 'r2' },
    })
  })

  test('has its place and its blocker from the queue, where that is known', () => {
    const run = enveloped(twoLocks)
    run.refuse()
    const told = (position: number) =>
      sentence(run.executable, run.state, run.now + 1_000, {
        lockWait: { position, blockedBy: ['r3'], retryNote: 'device:1 is held by run r3' },
      })
    expect(told(1)).toBe(
      `Waiting for device:1 and device:2 for 1 s, next in the queue: device:1 is held by run r3. ${inTheEnd}`,
    )
    expect(told(3)).toContain(', number 3 in the queue: ')
  })

  test('says nothing of the queue for a slot while its place there is not known', () => {
    const run = enveloped({}, { more: { concurrency: { limit: 1 } } })
    const told = (position: number | null) =>
      sentence(run.executable, run.state, run.now + 1_000, { lockWait: { position, blockedBy: [], retryNote: null } })
    expect(told(null)).toBe('Waiting for concurrency of Test for 1 s.')
    expect(told(1)).toBe('Waiting for concurrency of Test for 1 s, next in the queue.')
    expect(told(3)).toBe('Waiting for concurrency of Test for 1 s, 2 before it in the queue.')
  })

  test('names the holder of the lock by the present, whatever the note of the last try', () => {
    const run = enveloped(twoLocks)
    run.refuse()
    const told = (holders: readonly BlockingLock[], retryNote = 'device:7 is held by run r2') =>
      sentence(run.executable, run.state, run.now + 1_000, {
        lockWait: { position: 2, blockedBy: ['r2'], retryNote, holders },
      })
    const held = { resource: 'device:1', runId: 'r3', quarantined: false }
    const head = 'Waiting for device:1 and device:2 for 1 s, number 2 in the queue'
    expect(told([held])).toBe(`${head}: device:1 is held by run r3. ${inTheEnd}`)
    expect(told([{ ...held, quarantined: true }])).toBe(`${head}: device:1 is kept by the unsafe run r3. ${inTheEnd}`)
    expect(told([held, { ...held, runId: 'r4' }, { ...held, resource: 'device:2' }])).toBe(
      `${head}: device:1 is held by run r3, and 1 more is held. ${inTheEnd}`,
    )
    expect(told([])).toBe(`${head}. ${inTheEnd}`)
    expect(told([], 'run r2 waits for the same resources and comes first')).toBe(
      `${head}: run r2 waits for the same resources and comes first. ${inTheEnd}`,
    )
  })

  test('says when it gives up', () => {
    const locks = enveloped({ ...twoLocks, locks: { wait_timeout_seconds: 120 } })
    expect(say(locks)).toContain('Gives up in 2 min.')
    const conditions = enveloped({ conditions: [{ name: 'go', signal: 'go' }], conditions_timeout_seconds: 7_200 })
    expect(say(conditions)).toContain('Gives up in 2 h.')
  })

  test('says that it discovers its resources', () => {
    const run = enveloped({ discover: { function: 'f', timeout_seconds: 300 } })
    expect(say(run, 3_000)).toBe('Discovering its resources for 3 s. Gives up in 4 min.')
  })

  test('is paused while it is held', () => {
    const run = enveloped(twoLocks)
    run.send({ type: 'pause', actor: ana })
    expect(say(run)).toContain('Paused by Ana')
  })

  test('counts the other resources that are held', () => {
    const run = enveloped(twoLocks)
    const holders = ['device:1', 'device:2', 'device:3'].map((resource) => ({
      resource,
      runId: 'r3',
      quarantined: false,
    }))
    const lockWait = { position: null, blockedBy: [], retryNote: null, holders }
    expect(sentence(run.executable, run.state, run.now, { lockWait })).toContain(
      'device:1 is held by run r3, and 2 more are held.',
    )
  })

  test('shortens the id of a long run, and links the run that a note does not name', () => {
    const run = enveloped(twoLocks)
    const told = (runId: string, retryNote: string) =>
      sentenceParts(run.executable, run.state, run.now, {
        lockWait: { position: null, blockedBy: [runId], retryNote },
      }).slice(1)
    const long = '0123456789abcdef'
    expect(told(long, `device:1 is held by run ${long}`)).toEqual([
      { text: 'run 01234567…cdef', to: { kind: 'run', runId: long } },
      '.',
    ])
    expect(told('r3', 'The lock manager is busy')).toEqual([
      { text: 'the other run', to: { kind: 'run', runId: 'r3' } },
      '.',
    ])
  })
})
