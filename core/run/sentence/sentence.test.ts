import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { fold } from '../evolve.ts'
import { initialState } from '../state.ts'
import { Family } from '../testing/family.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import {
  call,
  decision,
  definition,
  human,
  loop,
  parallel,
  signal,
  subWorkflow,
  transform,
  wait,
  work,
} from '../testing/steps.ts'
import { statusOf } from '../views/status.ts'
import { ago, duration, fromNow, listed, soon } from './duration.ts'
import { sentence, sentenceParts } from './sentence.ts'
import { namesIn } from './waiting.ts'

const hour = 3_600_000

function started(...steps: readonly Step[]): ScriptedRun {
  const run = new ScriptedRun(definition(steps))
  run.own()
  return run
}

function say(run: ScriptedRun, laterMs = 0): string {
  return sentence(run.executable, run.state, run.now + laterMs)
}

test('beside the error itself the sentence leaves its message out', () => {
  const run = started(call('Pay'))
  run.fail('Pay', 'Broke', false)
  const parts = sentenceParts(run.executable, run.state, run.now, { withoutError: true })
  expect(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toMatch(
    /^Failed at Pay .*\. Retry continues from this step\.$/,
  )
  expect(say(run)).toContain(': ')
})

test('public run 12: a run that waits for a slot says so, with the bounds', () => {
  const queued = new ScriptedRun(definition([call('A')]))
  const told = (run: ScriptedRun, slots: number | null, perOwner: number | null) =>
    sentence(run.executable, run.state, run.now + 5_000, { slotWait: { slots, perOwner } })
  expect(told(queued, 2, null)).toBe('Waiting for a run slot for 5 s: at most 2 runs at once.')
  expect(told(queued, 10, 1)).toBe('Waiting for a run slot for 5 s: at most 10 runs at once, 1 of one owner.')
  expect(told(queued, null, 1)).toBe('Waiting for a run slot for 5 s: at most 1 run of one owner at once.')
  const asking = started(human('Ask', { assignees: ['ana'] }))
  expect(told(asking, 1, null)).toMatch(
    /^Waiting for ana .* Waiting for a run slot to continue \(at most 1 run at once\)\.$/,
  )
})

test('whoever is asked as well because it is late is a group, or else a person', () => {
  const run = started(human('Ask', { assignees: ['ana'], due_in_seconds: 60, escalate_to: 'directors' }))
  run.fire('escalation')
  const as = (groups: Record<string, string>) =>
    sentenceParts(run.executable, run.state, run.now, {
      names: { person: (id) => id, group: (id) => groups[id] ?? id },
    })[0]
  expect(as({ directors: 'Directors' })).toBe('Waiting for ana or the group Directors to decide ')
  expect(as({})).toBe('Waiting for ana or directors to decide ')
})

test('no name turns the words around it: neither that of a step nor that of who is asked', () => {
  const run = started(human('Ask\u202E', { assignees: ['ana'] }))
  const names = { person: () => '\u2067ana', group: (id: string) => id }
  const [who, step] = sentenceParts(run.executable, run.state, run.now, { names })
  expect(who).toBe('Waiting for ⟨U+2067⟩ana to decide ')
  expect(step).toEqual({ text: 'Ask⟨U+202E⟩', to: { kind: 'step', step: 'Ask\u202E' } })
})

describe('a run that lives', () => {
  test('waits for an engine', () => {
    expect(say(new ScriptedRun(definition([call('A')])), 3_000)).toBe('Waiting for an engine for 3 s.')
  })

  test('runs a step, an attempt, several steps', () => {
    const run = started(call('A', { retry: { max_attempts: 3 } }))
    expect(say(run, 90_000)).toBe('Running A for 1 min.')
    run.send({ type: 'progress', step: 'A', iteration: 1, attempt: 1, note: 'half of it' })
    expect(say(run)).toBe('Running A for less than 1 s. Progress: half of it')
    run.fail('A')
    expect(say(run)).toBe('A failed: A broke. Retrying in 1 s (attempt 2 of 3).')
    expect(sentence(null, run.state, run.now)).toContain('(attempt 2)')
    run.fire('retry')
    expect(say(run)).toBe('Running A, attempt 2, for less than 1 s.')
    const several = started(
      call('A', { next: ['B', 'C', 'D', 'E'] }),
      ...['B', 'C', 'D', 'E'].map((name) => call(name)),
    )
    several.complete('A')
    expect(say(several)).toBe('Running B, C and 2 more for less than 1 s.')
  })

  test('works on several items, and says how far it is', () => {
    const each = parallel('Each', {
      iterate_over: 'input.items',
      task_function: 'f',
      allow_partial_success: true,
      retry: { max_attempts: 2, non_retryable: ['Bad'] },
    })
    const run = new ScriptedRun(definition([each]), { input: { items: [1, 2, 3] } })
    run.own()
    expect(say(run, 5_000)).toBe('Running Each in parallel for 5 s: 0 of 3 done.')
    run.completeItem('Each', 0)
    run.failItem('Each', 1, 'Bad')
    expect(say(run)).toBe('Running Each in parallel for less than 1 s: 1 of 3 done, 1 failed.')
    run.failItem('Each', 2)
    expect(statusOf(run.state)).toBe('PENDING_ASYNC')
    expect(say(run)).toBe('Running Each in parallel for less than 1 s: 1 of 3 done, 1 failed.')
  })

  test('waits for people, by name, with the due date', () => {
    const run = started(
      call('A', { next: ['Manager_Approval', 'Other', 'Third'] }),
      human('Manager_Approval', { assignees: ['ana'], groups: ['credit'], due_in_seconds: 24 * 3_600 }),
      human('Other'),
      human('Third'),
    )
    run.complete('A')
    expect(say(run, 3 * hour)).toBe(
      'Waiting for ana or the group credit to decide Manager Approval, open for 3 h, due in 21 h. 2 more are waiting for people.',
    )
    const names = namesIn([{ id: 'ana', name: 'Ana López' }], [{ id: 'credit', name: 'Credit' }])
    expect(sentenceParts(run.executable, run.state, run.now, { names })[0]).toBe(
      'Waiting for Ana López or the group Credit to decide ',
    )
    expect(sentence(run.executable, run.state, run.now, { names: namesIn([], []) })).toContain(
      'ana or the group credit',
    )
    expect(say(run, 26 * hour)).toContain('overdue by 2 h')
    run.resume({}, { step: 'Manager_Approval' })
    expect(say(run)).toBe('Waiting for a person to decide Other, open for less than 1 s. 1 more is waiting for people.')
    run.resume({}, { step: 'Other' })
    expect(say(run)).toBe('Waiting for a person to decide Third, open for less than 1 s.')
  })

  test('waits for people below', () => {
    const family = new Family([
      definition([subWorkflow('Sub', 'Child'), subWorkflow('Two', 'Child', { dependencies: [] })]),
      definition([human('Ask')], { workflow_type: 'Child' }),
    ])
    expect(say(family.root, hour)).toBe(
      'Waiting for a person to decide Ask in the sub-workflow Child, for 1 h. 1 more is waiting below.',
    )
    family.runs.get('id-1')?.resume({})
    family.after('Test', () => {})
    expect(say(family.root)).toBe('Waiting for a person to decide Ask in the sub-workflow Child, for less than 1 s.')
    const paid = new Family([
      definition([subWorkflow('Sub', 'Child')]),
      definition([signal('Payment', 'paid')], { workflow_type: 'Child' }),
    ])
    expect(say(paid.root, hour)).toBe('Waiting for a signal at Payment in the sub-workflow Child, for 1 h.')
    const vague = started(subWorkflow('Sub', 'Child'))
    vague.send({ type: 'child_waits', child_run_id: 'id-1', waits: { count: 3 } })
    expect(say(vague)).toBe('Waiting for a person or a signal at a step of a sub-workflow. 2 more are waiting below.')
  })

  test('waits for time and for sub-workflows', () => {
    const run = started(
      call('A', { next: ['Late', 'Soon'] }),
      wait('Late', { duration_seconds: 7_200 }),
      wait('Soon', { duration_seconds: 3_600 }),
    )
    run.complete('A')
    expect(say(run, 60_000)).toBe('Waiting in Soon for 1 min; continues in 59 min.')
    expect(say(started(subWorkflow('Sub', 'Child')), 60_000)).toBe('Waiting for sub-workflow Child for 1 min.')
  })

  test('waits for workers', () => {
    const run = started(work('Render', { queue: 'gpu', retry: { max_attempts: 2 } }))
    expect(say(run, 60_000)).toBe('Render has been in queue gpu or running for 1 min.')
    const reported = (workers: number, claimedAt: string | null = null, laterMs = 60_000) =>
      sentence(run.executable, run.state, run.now + laterMs, { work: [{ step: 'Render', claimedAt, workers }] })
    const waiting = 'Waiting for a worker on queue gpu to take Render, for 1 min.'
    expect(reported(0)).toBe(`${waiting} No worker serves this queue. Start one to continue.`)
    expect(reported(1)).toBe(`${waiting} One worker serves it and takes this once it has capacity.`)
    expect(reported(2)).toBe(`${waiting} 2 workers serve it; one takes this once it has capacity.`)
    const claimedAt = new Date(run.now + 30_000).toISOString()
    expect(reported(1, claimedAt)).toBe('Render has been running on a worker of queue gpu for 30 s.')
    run.send({ type: 'progress', step: 'Render', iteration: 1, attempt: 1, fraction: 0.5 })
    expect(say(run, 60_000)).toBe('Render has been running on a worker of queue gpu for 1 min.')
    const error = { code: 'Error', message: 'broke' }
    const outcome = { kind: 'failed', error, retryable: true } as const
    run.send({ type: 'attempt_ended', step: 'Render', iteration: 1, attempt: 1, outcome })
    run.fire('retry')
    expect(reported(1)).toContain('to take Render, attempt 2, for 1 min. One')
    run.send({ type: 'progress', step: 'Render', iteration: 1, attempt: 2, note: 'frame 7' })
    expect(reported(1)).toContain('Render, attempt 2, has been running on a worker')
    expect(say(run, 60_000)).toBe(
      'Render, attempt 2, has been running on a worker of queue gpu for 1 min. Progress: frame 7',
    )
  })

  test('waits for a signal, and says how long at most', () => {
    const run = started(
      call('A', { next: ['Payment', 'Ask'] }),
      signal('Payment', 'paid', { timeout_seconds: 7_200 }),
      human('Ask', { timeout_seconds: 3_600 }),
    )
    run.complete('A')
    expect(say(run, 60_000)).toBe(
      'Waiting for a person to decide Ask, open for 1 min, times out in 59 min. 1 more is waiting for people or signals.',
    )
    run.resume({}, { step: 'Ask' })
    expect(say(run, 60_000)).toBe('Waiting for signal paid at Payment, for 1 min, times out in 1 h.')
    const child = started(subWorkflow('Sub', 'Child', { timeout_seconds: 7_200 }))
    expect(say(child, hour)).toBe('Waiting for sub-workflow Child for 1 h, times out in 1 h.')
    // Each has a limit of its own: no one of them says how long it may last.
    const both = started(
      call('Split'),
      subWorkflow('Left', 'Child', { dependencies: ['Split'], timeout_seconds: 7_200 }),
      subWorkflow('Right', 'Other', { dependencies: ['Split'], timeout_seconds: 3_600 }),
    )
    both.complete('Split')
    expect(say(both, 60_000)).toBe('Waiting for sub-workflow Child and Other for 1 min.')
  })

  test('lets others have their turn in the middle of a long loop', () => {
    const run = new ScriptedRun(
      definition([
        loop('Count', [transform('Add', { n: 'state.n + 1' })], {
          while_condition: 'state.n < 5000',
          max_iterations: 9_000,
        }),
      ]),
      { input: { n: 0 } },
    )
    run.own()
    expect(statusOf(run.state)).toBe('PENDING_ASYNC')
    expect(say(run)).toBe('Count yields to other runs and continues automatically.')
  })

  test('is between two of its events, as it was at an instant of the past', () => {
    const run = started(call('A'), call('B'))
    run.complete('A')
    const started_b = run.history.findIndex((event) => event.type === 'workflow.node.started' && event.step === 'B')
    const before = fold(initialState(), run.history.slice(0, started_b))
    expect(sentence(run.executable, before, before.at + 600_000)).toBe('Ready to start B for 10 min.')
    expect(sentence(null, before, before.at)).toBe('Ready to continue for less than 1 s.')
    run.complete('B')
    expect(sentence(run.executable, run.state, run.state.at)).toBe('Completed just now after less than 1 s.')
  })

  test('names what would move it, so that one can go there', () => {
    const run = started(call('A', { next: ['B', 'C', 'D', 'E'] }), ...['B', 'C', 'D', 'E'].map((name) => call(name)))
    run.complete('A')
    const to = (of: ScriptedRun) =>
      sentenceParts(of.executable, of.state, of.now).flatMap((part) => (typeof part === 'string' ? [] : [part]))
    expect(to(run)).toEqual([
      { text: 'B', to: { kind: 'step', step: 'B' } },
      { text: 'C', to: { kind: 'step', step: 'C' } },
    ])
    const parent = started(subWorkflow('Sub', 'Child'))
    expect(to(parent)).toEqual([{ text: 'Child', to: { kind: 'run', runId: parent.lastChild } }])
  })

  test('is paused', () => {
    const run = started(call('A'))
    run.send({ type: 'pause', actor: ana, reason: 'lunch.' })
    expect(say(run, 60_000)).toBe('Paused by Ana 1 min ago: lunch. A may still finish. Resume it to continue.')
    run.complete('A')
    expect(say(run)).toContain('lunch. Resume it')
    const early = new ScriptedRun(definition([call('A')]))
    early.send({ type: 'pause', actor: ana })
    expect(say(early, 60_000)).toBe('Paused by Ana 1 min ago. Resume it to continue.')
  })

  test('is stepped by somebody', () => {
    const run = new ScriptedRun(definition([call('A'), call('B')]), { drive: 'manual' })
    run.own()
    expect(say(run, 60_000)).toBe('Waiting for the next manual step for 1 min: A is ready.')
    expect(sentence(null, run.state, run.now)).toContain('its next step is ready')
  })

  test('rolls back', () => {
    const undoable = call('A', { compensate_function: 'f', next: ['B', 'C'] })
    const run = new ScriptedRun(definition([undoable, call('B', { next: ['END'] }), call('C')], { saga_enabled: true }))
    run.own()
    run.complete('A')
    run.fail('B')
    expect(say(run)).toBe(
      'Rolling back because B failed (less than 1 s): waiting for C to finish. The rollback continues without it in 10 min.',
    )
    run.complete('C')
    expect(say(run, 3_000)).toBe('Rolling back because B failed (3 s): undoing A.')
    run.fail('A')
    expect(say(run)).toBe(
      'Rolling back because B failed (less than 1 s): undoing A failed, retrying in 1 s (attempt 2).',
    )
    run.fire('retry')
    expect(say(run)).toBe('Rolling back because B failed (1 s): undoing A, attempt 2.')
    const turning = run.history.findIndex((event) => event.type === 'workflow.run.rolling_back')
    const before = { ...fold(initialState(), run.history.slice(0, turning + 1)), open: [] }
    expect(sentence(run.executable, before, run.now)).toBe('Rolling back because B failed (1 s).')
    const cancelled = new ScriptedRun(definition([call('A')], { saga_enabled: true }))
    cancelled.own()
    cancelled.send({ type: 'cancel', actor: ana, compensate: true })
    expect(say(cancelled)).toBe(
      'Rolling back at the request of Ana (less than 1 s): waiting for A to finish. The rollback continues without it in 10 min.',
    )
    const timed = new ScriptedRun(definition([call('A')], { saga_enabled: true, timeout_seconds: 1 }))
    timed.own()
    timed.fire('run_timeout')
    expect(say(timed)).toBe(
      'Rolling back (less than 1 s): waiting for A to finish. The rollback continues without it in 10 min.',
    )
    const below = new ScriptedRun(definition([call('A')], { saga_enabled: true }))
    below.own()
    below.send({ type: 'cancel', actor: { id: 'engine' }, cause: 'parent', compensate: true })
    expect(say(below)).toBe(
      'Rolling back because its parent run ended (less than 1 s): waiting for A to finish. The rollback continues without it in 10 min.',
    )
    const above = new ScriptedRun(definition([subWorkflow('Sub', 'Child')], { saga_enabled: true }), { saga: true })
    above.own()
    above.send({ type: 'cancel', actor: ana, compensate: true })
    expect(say(above)).toBe('Rolling back at the request of Ana (less than 1 s): waiting for Sub to finish.')
  })
})

describe('a run that has ended', () => {
  test('completed', () => {
    const run = started(call('A'))
    run.now += 5_000
    run.complete('A')
    expect(say(run, 60_000)).toBe('Completed 1 min ago after 5 s.')
  })

  test('failed, with what can be done', () => {
    const run = started(call('A'))
    run.fail('A')
    expect(say(run, 60_000)).toBe('Failed at A 1 min ago: A broke. Retry continues from this step.')
    run.send({ type: 'acknowledge', actor: ana })
    expect(say(run, 60_000)).toBe('Failed at A 1 min ago: A broke.')
    const child = started(subWorkflow('Sub', 'Child'))
    child.childEnded('Sub', 'FAILED', {}, 'no stock!')
    expect(say(child)).toContain('no stock! Retry starts a new sub-workflow.')
    const timed = new ScriptedRun(definition([call('A')], { timeout_seconds: 1 }))
    timed.own()
    timed.fire('run_timeout')
    expect(say(timed, 60_000)).toBe('Failed 1 min ago: The run did not end within 1 s. Retry continues from this step.')
  })

  test('failed and was undone, or was not', () => {
    const steps = [call('A', { compensate_function: 'f' }), decision('B', [['false', 'END']])]
    const run = new ScriptedRun(definition(steps, { saga_enabled: true }))
    run.own()
    run.complete('A')
    const left = new ScriptedRun(definition(steps, { saga_enabled: true }))
    left.own()
    left.complete('A')
    run.complete('A')
    expect(say(run)).toContain('Completed steps were rolled back.')
    left.fail('A', 'Error', false)
    expect(say(left)).toContain('Not undone: A. Retry continues from this step.')
  })

  test('cancelled', () => {
    const run = started(call('A'))
    run.send({ type: 'cancel', actor: { id: 'bob' }, reason: 'no longer needed' })
    expect(say(run, 60_000)).toBe('Cancelled by bob 1 min ago: no longer needed.')
    const silent = started(call('A'))
    silent.send({ type: 'cancel', actor: ana })
    expect(say(silent, 60_000)).toBe('Cancelled by Ana 1 min ago.')
    const orphan = started(call('A'))
    orphan.send({ type: 'cancel', actor: { id: 'engine' }, cause: 'parent' })
    expect(say(orphan, 60_000)).toBe('Cancelled by the engine 1 min ago.')
    const left = new ScriptedRun(
      definition([call('A', { compensate_function: 'undo' }), call('B')], { saga_enabled: true }),
    )
    left.own()
    left.complete('A')
    left.send({ type: 'cancel', actor: ana, compensate: true })
    left.complete('B')
    left.fail('A', 'Error', false)
    expect(say(left, 60_000)).toBe('Cancelled by Ana 1 min ago. Not undone: A.')
  })
})

test('lengths of time are said as people say them', () => {
  expect([0, 999, 1_000, 59_999, 60_000, hour, 47 * hour, 48 * hour].map(duration)).toEqual([
    'less than 1 s',
    'less than 1 s',
    '1 s',
    '59 s',
    '1 min',
    '1 h',
    '47 h',
    '2 d',
  ])
  expect([soon(5_000, 0), soon(0, 5_000)]).toEqual(['in 5 s', 'now'])
  expect([ago(0, 5_000), ago(5_000, 5_000)]).toEqual(['5 s ago', 'just now'])
  expect([fromNow(5_000, 0), fromNow(0, 5_000), fromNow(1, 1)]).toEqual(['in 5 s', '5 s ago', 'now'])
})

test('names are listed as people list them', () => {
  expect(listed([])).toBe('')
  expect(listed(['a'])).toBe('a')
  expect(listed(['a', 'b'], 'or')).toBe('a or b')
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c')
  expect(listed(['a', 'b', 'c', 'd'])).toBe('a, b and 2 more')
})
