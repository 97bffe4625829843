import { describe, expect, test } from 'vitest'
import type { HumanStep } from '#core/definition/definition.ts'
import { effectsSoFar } from '../../evolve/phase.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'
import { humanWaits } from '../../views/waits.ts'

const form = { type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } }
const approval: Partial<HumanStep> = {
  title: 'Approve {{ input.amount }}',
  form,
  assignees: ['ana'],
  groups: ['credit'],
  excluded: ['eve'],
  due_in_seconds: 60,
}

function waiting(more: Partial<HumanStep> = {}): ScriptedRun {
  const run = new ScriptedRun(definition([human('Ask', { ...approval, ...more }), call('Pay')]), {
    input: { amount: 5 },
  })
  run.own()
  return run
}

describe('a HUMAN step', () => {
  test('opens a task with everything pinned, and the run waits', () => {
    const run = waiting()
    expect(run.lines().slice(4)).toEqual([
      'Ask started',
      'Ask human_task.opened',
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Ask)',
    ])
    expect(run.owed('human_task', 'Ask').task).toEqual({
      task_id: 'id-1',
      title: 'Approve 5',
      form,
      assignees: ['ana'],
      groups: ['credit'],
      excluded: ['eve'],
      due_at: run.now + 60_000,
    })
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'waiting', taskState: 'blocked' })
    expect(humanWaits(run.state)).toEqual({
      count: 1,
      oldest: { run_id: 'run', task_id: 'id-1', step: 'Ask', workflow: 'Test', since: run.now },
    })
  })

  test('A9, A10, A26: resume merges the answer into state and the next step runs', () => {
    const run = waiting()
    expect(run.resume({ approved: true, note: 'fine' })).toEqual([
      'Ask human_task.decided',
      'Ask resumed',
      'Ask completed',
      'Pay started',
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
    ])
    expect(run.state.data).toEqual({ amount: 5, approved: true, note: 'fine' })
    expect(run.state.outputs.Ask).toEqual({ output: { approved: true, note: 'fine' }, decided_by: ['ana'] })
    expect(run.plan().map((effect) => effect.kind)).toEqual(['attempt'])
  })

  test('an answer that does not fit the form is refused at its field, and nothing changes', () => {
    const run = waiting()
    const before = run.state
    expect(run.refusal({ type: 'resume', actor: ana, input: { approved: 'yes' } })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'input.approved',
      errors: [{ path: 'approved' }],
    })
    expect(run.refusal({ type: 'resume', actor: ana, input: 'yes' })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'input',
    })
    expect(run.state).toBe(before)
  })

  test('who is excluded may not decide', () => {
    const refusal = waiting().refusal({ type: 'resume', actor: { id: 'eve' }, input: { approved: true } })
    expect(refusal).toMatchObject({ code: 'NOT_ENTITLED', message: 'eve is excluded from deciding Ask.' })
    const named = waiting({ excluded: ['ana'] }).refusal({ type: 'resume', actor: ana, input: { approved: true } })
    expect(named.message).toBe('Ana is excluded from deciding Ask.')
  })

  test('without a form any object will do, and anything else needs an output_key', () => {
    const run = new ScriptedRun(definition([human('Ask'), human('Again', { output_key: 'answer' })]))
    run.own()
    expect(run.owed('human_task', 'Ask').task).toMatchObject({ title: 'Ask', assignees: [] })
    expect(run.refusal({ type: 'resume', actor: ana, input: 5 })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'input',
    })
    run.resume({})
    run.resume(5)
    expect(run.state.data).toEqual({ answer: 5 })
  })

  test('a second answer is told who decided', () => {
    const run = waiting()
    run.now += 5
    run.resume({ approved: true })
    const decided = { by: ana, at: run.now }
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, task_id: 'id-1' })).toMatchObject({
      code: 'NO_SUCH_WAIT',
      message: 'Ask was already decided by Ana.',
      decided,
    })
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, step: 'Ask' })).toMatchObject({ decided })
    expect(run.refusal({ type: 'resume', actor: ana, input: {} })).toMatchObject({
      code: 'INVALID_TRANSITION',
      from: 'ACTIVE',
      verb: 'resume',
    })
    run.complete('Pay')
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, step: 'Ask' })).toMatchObject({ decided })
    expect(run.refusal({ type: 'resume', actor: ana, input: {} })).toMatchObject({ from: 'COMPLETED' })
  })

  test('a nameless decider is told by id', () => {
    const run = waiting()
    run.send({ type: 'resume', actor: { id: 'bob' }, input: { approved: true } })
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, step: 'Ask' }).message).toBe(
      'Ask was already decided by bob.',
    )
  })

  test('a wait that never was is refused', () => {
    const run = waiting()
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, step: 'Pay' })).toMatchObject({
      code: 'NO_SUCH_WAIT',
      message: 'Pay does not wait for an answer.',
    })
    expect(run.refusal({ type: 'resume', actor: ana, input: {}, task_id: 'other' }).code).toBe('NO_SUCH_WAIT')
  })

  test('several waits need to be told apart', () => {
    const run = new ScriptedRun(
      definition([call('A', { next: ['Left', 'Right'] }), human('Left', { next: ['END'] }), human('Right')]),
    )
    run.own()
    expect(run.complete('A')).toEqual([
      'A completed',
      'Left started',
      'Left human_task.opened',
      'Right started',
      'Right human_task.opened',
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Left, Right)',
    ])
    expect(run.refusal({ type: 'resume', actor: ana, input: {} }).code).toBe('AMBIGUOUS_WAIT')
    expect(run.resume({ right: 1 }, { step: 'Right' })).toEqual([
      'Right human_task.decided',
      'Right resumed',
      'Right completed',
    ])
    const { task_id } = run.owed('human_task', 'Left').task
    expect(run.resume({ left: 1 }, { task_id })).toContain('run completed')
  })

  test('of several waits the oldest is told', () => {
    const run = new ScriptedRun(
      definition([human('A'), human('B', { dependencies: [] }), call('C', { dependencies: [] })]),
    )
    run.own()
    run.now += 5
    run.ask('C', { kind: 'pause', result: null })
    expect(humanWaits(run.state)).toMatchObject({ count: 3, oldest: { step: 'A' } })
    run.resume({}, { step: 'A' })
    run.resume({}, { step: 'B' })
    expect(humanWaits(run.state)).toMatchObject({ count: 1, oldest: { step: 'C', since: run.now } })
  })

  test('the next question is announced even if the status stays', () => {
    const run = new ScriptedRun(definition([human('First'), human('Second')]))
    run.own()
    expect(run.resume({})).toEqual([
      'First human_task.decided',
      'First resumed',
      'First completed',
      'Second started',
      'Second human_task.opened',
      'run waiting (Second)',
    ])
  })

  test('a due date fails nothing; a timeout fails the step', () => {
    const run = waiting({ timeout_seconds: 120 })
    expect(run.plan().map((effect) => effect.kind)).toEqual(['human_task', 'timer'])
    expect(run.fire('timeout')).toEqual([
      'Ask timer.fired',
      'Ask human_task.closed (timeout)',
      'Ask failed (TIMEOUT)',
      'run cancelled (fail_fast)',
      'Pay skipped (failed)',
    ])
    expect(run.state.outcome?.error?.message).toBe('No decision within 120 s.')
  })

  test('a timeout that comes after the answer is stale', () => {
    const run = waiting({ timeout_seconds: 120 })
    const timer = run.owed('timer', 'Ask')
    run.resume({ approved: true })
    expect(run.refusal({ type: 'timer_fired', timer_id: timer.id }).code).toBe('STALE')
  })

  test('a timeout that is retried asks again', () => {
    const run = waiting({ timeout_seconds: 120, retry: { max_attempts: 2 } })
    run.fire('timeout')
    expect(run.fire('retry')).toEqual([
      'Ask timer.fired',
      'Ask#2 started',
      'Ask human_task.opened',
      'Ask timer.set (timeout)',
      'run status_changed (PENDING_ASYNC to WAITING_HUMAN_INPUT)',
      'run waiting (Ask)',
    ])
  })

  test.each(['title', 'with'])('a broken %s fails the step', (key) => {
    const broken = '{{ input.nothing.there }}'
    const run = waiting(key === 'title' ? { title: broken } : { function: 'f', with: { broken } })
    expect(run.lines().slice(4, 6)).toEqual(['Ask started', 'Ask failed (FIELD_NOT_FOUND)'])
  })

  test('a title that is one expression is a text or a number; nothing else makes a title', () => {
    expect(waiting({ title: '{{ input.amount }}' }).owed('human_task', 'Ask').task.title).toBe('5')
    expect(waiting({ title: '{{ input }}' }).lines().slice(4, 6)).toEqual(['Ask started', 'Ask failed (TEXT_REQUIRED)'])
  })
})

describe('a HUMAN step with a function', () => {
  test('calls it with the answer, which goes into state with the result', () => {
    const run = waiting({ function: 'test.book', with: { amount: '{{ input.amount }}' }, retry: { max_attempts: 2 } })
    expect(run.state.effects).toBe('none')
    expect(run.resume({ approved: true })).toEqual([
      'Ask human_task.decided',
      'Ask resumed',
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
    ])
    expect(effectsSoFar(run.state)).toBe('final')
    const owed = {
      function: 'test.book',
      state: { amount: 5, approved: true },
      with: { amount: 5 },
      key: 'run/Ask/1/do',
    }
    expect(run.owed('attempt', 'Ask')).toMatchObject(owed)
    run.fail('Ask')
    expect(run.fire('retry')).toContain('Ask#2 started')
    expect(run.owed('attempt', 'Ask')).toMatchObject({ ...owed, attempt: 2 })
    expect(run.complete('Ask', { booked: 1 })).toEqual(['Ask#2 completed', 'Pay started'])
    expect(run.state.data).toEqual({ amount: 5, approved: true, booked: 1 })
  })

  test('a function without effects leaves the world safe', () => {
    const run = waiting({ function: 'test.book', effects: 'none' })
    run.resume({ approved: true })
    expect(run.state.effects).toBe('none')
  })

  test('the answer survives a function that says nothing, and one that pauses', () => {
    const silent = waiting({ function: 'test.book' })
    silent.resume({ approved: true })
    silent.complete('Ask')
    expect(silent.state.outputs.Ask).toEqual({ output: { approved: true }, decided_by: ['ana'] })
    const pausing = waiting({ function: 'test.book' })
    pausing.resume({ approved: true })
    pausing.ask('Ask', { kind: 'pause', result: { nextState: 1 } })
    expect(pausing.resume({ approved: false })).toContain('Ask completed')
    expect(pausing.state.data).toEqual({ amount: 5, approved: false, nextState: 1 })
  })

  test('a scalar answer is handed over too', () => {
    const run = waiting({ function: 'test.book', form: { type: 'number' }, output_key: 'n' })
    run.resume(5)
    expect(run.owed('attempt', 'Ask').state).toEqual({ amount: 5 })
    run.complete('Ask')
    expect(run.state.data).toEqual({ amount: 5, n: 5 })
  })
})

describe('a function that pauses', () => {
  const pause = { kind: 'pause', result: { offer: 10 } } as const

  test('A8, A10, A38: leaves its result in state, waits, and merges the answer over it', () => {
    const run = new ScriptedRun(definition([call('Make_Offer'), call('B')]))
    run.own()
    expect(run.ask('Make_Offer', pause)).toEqual([
      'Make_Offer human_task.opened',
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Make_Offer)',
    ])
    expect(run.owed('human_task', 'Make_Offer').task).toEqual({
      task_id: 'id-1',
      title: 'Make Offer',
      assignees: [],
      groups: [],
      excluded: [],
    })
    expect(run.state.data).toEqual({ offer: 10 })
    run.resume({ offer: 9, agreed: true })
    expect(run.state.data).toEqual({ offer: 9, agreed: true })
    expect(run.state.outputs.Make_Offer).toEqual({ output: { offer: 9, agreed: true }, decided_by: ['ana'] })
    expect(run.state.open).toEqual(['B'])
  })

  test('with nothing to say, or with something that cannot be merged', () => {
    const run = new ScriptedRun(definition([call('A')]))
    run.own()
    run.ask('A', { kind: 'pause', result: null })
    expect(run.resume({ a: 1 })).toContain('run completed')
    const broken = new ScriptedRun(definition([call('A')]))
    broken.own()
    expect(broken.ask('A', { kind: 'pause', result: [1] })[0]).toBe('A failed (OUTPUT_KEY_REQUIRED)')
  })
})
