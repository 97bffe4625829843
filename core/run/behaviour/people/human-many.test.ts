import { describe, expect, test } from 'vitest'
import type { HumanStep } from '#core/definition/definition.ts'
import { sentence } from '../../sentence/sentence.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human } from '../../testing/steps.ts'

const ben = { id: 'ben', name: 'Ben' }
const cleo = { id: 'cleo' }

function waiting(more: Partial<HumanStep>): ScriptedRun {
  const run = new ScriptedRun(definition([human('Ask', more), call('Pay')]), { input: { amount: 5, boss: 'Cleo' } })
  run.own()
  return run
}

const answer = (run: ScriptedRun, actor: { id: string }, input: object) =>
  run.send({ type: 'resume', actor, input: input as never })

describe('a task that several people have to approve', () => {
  const two = { approvals_required: 2 }

  test('is decided by the last of them, with what all of them said', () => {
    const run = waiting({ ...two, function: 'test.book' })
    expect(sentence(run.executable, run.state, run.now)).toContain('(0 of 2 approved)')
    expect(answer(run, ana, { approved: true, note: 'a', first: 1 })).toEqual(['Ask human_task.approved'])
    expect(run.state.steps.Ask).toMatchObject({ status: 'waiting_person', approvals: [{ actor: ana, at: run.now }] })
    expect(sentence(run.executable, run.state, run.now)).toContain('decide Ask (1 of 2 approved), open for')
    expect(answer(run, ben, { approved: true, note: 'b' })).toEqual([
      'Ask human_task.approved',
      'Ask human_task.decided',
      'Ask resumed',
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
    ])
    run.complete('Ask')
    expect(run.state.data).toMatchObject({ approved: true, note: 'b', first: 1 })
    expect(run.state.outputs.Ask?.decided_by).toEqual(['ana', 'ben'])
    expect(run.state.decisions.Ask).toMatchObject({ actor: ben, approvedBy: ['ana', 'ben'] })
  })

  test('keeps the reason of each', () => {
    const run = waiting(two)
    run.send({ type: 'resume', actor: ana, input: {}, reason: 'a good customer' })
    run.send({ type: 'resume', actor: ben, input: {}, reason: 'seen the books' })
    const reasons = run.history.flatMap((event) =>
      event.type.startsWith('workflow.human_task.') && 'reason' in event.payload ? [event.payload.reason] : [],
    )
    expect(reasons).toEqual(['a good customer', 'seen the books', 'seen the books'])
  })

  test('counts a person once', () => {
    const run = waiting(two)
    answer(run, cleo, { approved: true })
    const before = run.state
    for (const approved of [true, false]) {
      expect(run.refusal({ type: 'resume', actor: cleo, input: { approved } })).toMatchObject({
        code: 'ALREADY_APPROVED',
        message: 'cleo has already approved Ask. Another person must approve.',
      })
    }
    expect(run.state).toBe(before)
    answer(run, ana, { approved: true })
    expect(run.state.outputs.Ask?.decided_by).toEqual(['cleo', 'ana'])
  })

  test('is decided at once by a no, whoever had said yes', () => {
    const run = waiting(two)
    answer(run, ana, { approved: true, note: 'fine' })
    expect(answer(run, ben, { approved: false })).toEqual([
      'Ask human_task.decided',
      'Ask resumed',
      'Ask completed',
      'Pay started',
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
    ])
    expect(run.state.data).toMatchObject({ approved: false })
    expect(run.state.data).not.toHaveProperty('note')
    expect(run.state.outputs.Ask?.decided_by).toEqual(['ben'])
  })

  test('forgets who approved when it is asked again', () => {
    const run = waiting({ ...two, timeout_seconds: 5, retry: { max_attempts: 2 } })
    answer(run, ana, { approved: true })
    run.fire('timeout')
    run.fire('retry')
    expect(run.state.steps.Ask).not.toHaveProperty('approvals')
    expect(answer(run, ana, { approved: true })).toEqual(['Ask human_task.approved'])
  })

  test('is approved while the run is held, and goes on when the hold is lifted', () => {
    const run = waiting(two)
    run.send({ type: 'pause', actor: ana })
    answer(run, ana, {})
    answer(run, ben, {})
    expect(run.state.steps.Pay).toBeUndefined()
    run.send({ type: 'resume', actor: ana })
    expect(run.state.open).toEqual(['Pay'])
  })
})

describe('reminders and escalation', () => {
  test('come one after the other, each once, and change nothing of the wait', () => {
    const run = waiting({
      assignees: ['ana'],
      due_in_seconds: 100,
      reminders: [20, 60, 200],
      escalate_to: '{{ input.boss }}',
    })
    const openedAt = run.now
    expect(run.owed('human_task', 'Ask').task).toMatchObject({
      reminders: [openedAt + 40_000, openedAt + 80_000],
      escalation: { at: openedAt + 100_000, to: 'cleo' },
    })
    expect(run.lines()).toContain('Ask timer.set (reminder)')
    const reminder = run.owed('timer', 'Ask')
    expect(run.fire('reminder')).toEqual(['Ask timer.fired', 'Ask human_task.reminded', 'Ask timer.set (reminder)'])
    expect(run.refusal({ type: 'timer_fired', timer_id: reminder.id }).code).toBe('STALE')
    expect(run.fire('reminder').at(-1)).toBe('Ask timer.set (escalation)')
    expect(sentence(run.executable, run.state, run.now)).toContain('Waiting for ana to decide')
    expect(run.fire('escalation')).toEqual(['Ask timer.fired', 'Ask human_task.escalated'])
    expect(run.now).toBe(openedAt + 100_000)
    expect(run.state.steps.Ask).toMatchObject({ status: 'waiting_person', reminded: 2, escalatedTo: 'cleo' })
    expect(sentence(run.executable, run.state, run.now)).toContain('Waiting for ana or cleo to decide')
    expect(run.plan().map(({ kind }) => kind)).toEqual(['human_task'])
    answer(run, cleo, {})
    expect(run.state.open).toEqual(['Pay'])
  })

  test('an escalation may come before the due date, and a reminder behind it', () => {
    const run = waiting({ due_in_seconds: 100, reminders: [10], escalate_to: 'bosses', escalate_after_seconds: 30 })
    run.fire('escalation')
    expect(run.owed('timer', 'Ask')).toMatchObject({ purpose: 'reminder' })
    run.fire('reminder')
    expect(run.state.steps.Ask).toMatchObject({ reminded: 1, escalatedTo: 'bosses' })
  })

  test('a task that anybody may decide waits for somebody, escalated or not', () => {
    const run = waiting({ escalate_to: 'bosses', escalate_after_seconds: 30 })
    run.fire('escalation')
    expect(sentence(run.executable, run.state, run.now)).toContain('Waiting for a person to decide')
  })

  test('end with the wait', () => {
    const run = waiting({ escalate_to: 'bosses', due_in_seconds: 30 })
    const timer = run.owed('timer', 'Ask')
    answer(run, ana, {})
    expect(run.plan().map(({ kind }) => kind)).toEqual(['attempt'])
    expect(run.refusal({ type: 'timer_fired', timer_id: timer.id }).code).toBe('STALE')
  })

  test('nothing is set without an instant to set it for', () => {
    const run = waiting({ escalate_to: 'bosses', reminders: [10] })
    expect(run.plan().map(({ kind }) => kind)).toEqual(['human_task'])
  })
})

describe('what a task says', () => {
  test('names people and groups in one spelling, from the data too', () => {
    const run = waiting({
      assignees: ['{{ input.boss }}', ' Ana ', 'ana', '{{ null }}'],
      groups: ['{{ ["Credit", "Loans"] }}'],
      excluded: ['{{ run.started_by }}', 'Auditor-{{ 5 }}'],
    })
    expect(run.owed('human_task', 'Ask').task).toMatchObject({
      assignees: ['cleo', 'ana'],
      groups: ['credit', 'loans'],
      excluded: ['ana', 'auditor-5'],
    })
    expect(run.refusal({ type: 'resume', actor: { id: 'Ana' }, input: {} }).code).toBe('NOT_ENTITLED')
  })

  test('who decided one step may be kept from the next', () => {
    const run = new ScriptedRun(
      definition([
        human('First', { approvals_required: 2 }),
        human('Second', { excluded: ['{{ steps.First.decided_by }}'] }),
      ]),
    )
    run.own()
    answer(run, ana, {})
    answer(run, ben, {})
    for (const actor of [ana, ben]) expect(run.refusal({ type: 'resume', actor, input: {} }).code).toBe('NOT_ENTITLED')
    expect(answer(run, cleo, {})).toContain('run completed')
  })

  test('nobody decided a step that was skipped or ran out of time, and nobody is kept from the next', () => {
    const excluded = ['{{ steps.First.decided_by }}', '{{ steps.First.decided_by == null ? "by-null" : "other" }}']
    const second = human('Second', { excluded })
    const late = { timeout_seconds: 5, on_error: 'ignore' } as const
    const skipped = new ScriptedRun(definition([human('First', { when: 'false' }), second]))
    skipped.own()
    expect(skipped.state.steps.First).toMatchObject({ status: 'skipped' })
    const timed = new ScriptedRun(definition([human('First', late), second]))
    timed.own()
    timed.fire('timeout')
    for (const run of [skipped, timed]) {
      expect(run.owed('human_task', 'Second').task.excluded).toEqual(['by-null'])
      expect(answer(run, ana, {})).toContain('run completed')
    }
  })

  test('of a step that was not asked yet nothing is known, not even that nobody decided it', () => {
    const early = human('Second', { dependencies: [], excluded: ['{{ steps.First.decided_by }}'] })
    const run = new ScriptedRun(definition([human('First'), early]))
    run.own()
    expect(run.state.steps.Second).toMatchObject({ status: 'failed', error: { code: 'FIELD_NOT_FOUND' } })
  })

  test('shows the fields that its author chose, and nothing where there is none', () => {
    const run = waiting({
      queue: 'Loans',
      priority: 80,
      instructions: 'Look at {{ input.amount }}.',
      inbox_fields: {
        Amount: '{{ input.amount }}',
        Asks: '{{ input }}',
        Missing: '{{ input.nothing.there }}',
        Long: 'x'.repeat(300),
        Void: '{{ null }}',
        List: '{{ ["a", 5] }}',
        Yes: true,
      },
    })
    expect(run.owed('human_task', 'Ask').task).toMatchObject({
      queue: 'Loans',
      priority: 80,
      instructions: 'Look at 5.',
      fields: [
        { label: 'Amount', value: 5 },
        { label: 'Asks', value: '{"amount":5,"boss":"Cleo"}' },
        { label: 'Missing', value: null },
        { label: 'Long', value: `${'x'.repeat(199)}…` },
        { label: 'Void', value: null },
        { label: 'List', value: 'a, 5' },
        { label: 'Yes', value: true },
      ],
    })
  })

  test.each(['instructions', 'assignees', 'groups', 'excluded', 'escalate_to'])('a broken %s fails the step', (key) => {
    const broken = '{{ input.nothing.there }}'
    const value = key === 'instructions' || key === 'escalate_to' ? broken : [broken]
    const run = waiting({ due_in_seconds: 5, [key]: value })
    expect(run.lines().slice(4, 6)).toEqual(['Ask started', 'Ask failed (FIELD_NOT_FOUND)'])
  })
})
