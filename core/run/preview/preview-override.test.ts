import { expect, test } from 'vitest'
import { begun } from '../testing/begun.ts'
import { ana as actor, ScriptedRun } from '../testing/scripted-run.ts'
import {
  call,
  decision,
  definition,
  human,
  loop,
  parallel,
  request,
  script,
  subWorkflow,
  transform,
  wait,
  work,
} from '../testing/steps.ts'
import { type Override, previewOverride } from './preview-override.ts'

function previewed(run: ScriptedRun, command: Override) {
  const preview = previewOverride(run.executable, run.state, command)
  if (!preview.ok) throw new Error(preview.refusal.message)
  return preview
}

/** `Charge again`, in the order of the text. */
const fates = (run: ScriptedRun, command: Override) =>
  previewed(run, command).steps.map(({ step, fate }) => `${step} ${fate}`)

const skip = (step: string): Override => ({ type: 'skip', actor, step })
const done = (step: string, output = {}): Override => ({ type: 'mark_done', actor, step, output })
const jump = (from_step: string, to_step: string): Override => ({ type: 'jump', actor, from_step, to_step })

test('of a skipped step: what it has under way is given up, and what is behind it runs next', () => {
  const run = begun([call('Pack'), human('Check', { title: 'Is all in it?' }), call('Ship'), call('Thank')])
  run.complete('Pack')
  expect(previewed(run, skip('Check')).steps).toEqual([
    { step: 'Pack', type: 'STANDARD', fate: 'stays', effects: [] },
    {
      step: 'Check',
      type: 'HUMAN',
      fate: 'skipped',
      effects: [],
      givenUp: [{ kind: 'person', what: 'Is all in it?' }],
    },
    { step: 'Ship', type: 'STANDARD', fate: 'next', effects: [{ kind: 'function', what: 'test.ship' }] },
    { step: 'Thank', type: 'STANDARD', fate: 'ahead', effects: [{ kind: 'function', what: 'test.thank' }] },
  ])
})

test('calls, tasks of workers and runs below are given up too; what waits or computes loses nothing', () => {
  const lost = (step: Parameters<typeof begun>[0][number]) =>
    previewed(begun([step]), skip(step.name)).steps[0]?.givenUp
  expect(lost(call('A'))).toEqual([{ kind: 'call', what: 'test.a' }])
  expect(lost(work('A'))).toEqual([{ kind: 'call', what: 'test.a' }])
  expect(lost(subWorkflow('A', 'Child'))).toEqual([{ kind: 'child', what: 'Child' }])
  expect(lost(wait('A', { duration_seconds: 60 }))).toBe(undefined)
  expect(lost(script('A', { code: 'return 1' }))).toBe(undefined)
  const children = ['a', 'b', 'c'].map((name) => ({ name, sub_workflow_type: 'Child' }))
  const items = parallel('A', { tasks: [...children, { name: 'd', function: 'test.c' }] })
  expect(lost(items)).toEqual([
    { kind: 'call', what: 'test.c' },
    { kind: 'child', what: 'Child', many: 3 },
  ])
})

test('of a step that is marked done: the way that its output chooses, and what that leaves out', () => {
  const run = begun([
    decision('Which', [['true', 'Left'], 'Right'], { function: 'test.which' }),
    call('Left', { next: ['Sum'] }),
    call('Right', { next: ['Sum'] }),
    transform('Sum', { sum: '1.0' }),
    human('Sign', {}),
  ])
  expect(fates(run, done('Which', { target: 'Right' }))).toEqual([
    'Which given',
    'Left left_out',
    'Right next',
    'Sum ahead',
    'Sign ahead',
  ])
  run.send(done('Which', { target: 'Right' }))
  // What was not chosen before is none of its business, and what needs nobody runs at once.
  expect(fates(run, done('Right'))).toEqual(['Which stays', 'Right given', 'Sum next', 'Sign next'])
  expect(previewOverride(run.executable, run.state, skip('Left'))).toMatchObject({ ok: false })
})

test('of a jump: upstream all runs again from there on, downstream what lies between is left out', () => {
  const run = begun([call('A'), call('B'), call('C'), call('D')])
  run.complete('A')
  expect(fates(run, jump('B', 'A'))).toEqual(['A again', 'B again', 'C ahead', 'D ahead'])
  expect(fates(run, jump('B', 'D'))).toEqual(['A stays', 'B left', 'C left_out', 'D next'])
  const end = previewed(run, jump('B', 'END'))
  expect(end.ends).toEqual({ status: 'COMPLETED' })
  expect(end.steps.map(({ fate }) => fate)).toEqual(['stays', 'left', 'left_out', 'left_out'])
})

test('of a failed run: what failed beside it runs again by the same key', () => {
  const run = begun(
    [call('A', { dependencies: [] }), call('B', { dependencies: [] }), call('C', { dependencies: [] })],
    {},
    { fail_fast: false },
  )
  run.complete('C')
  run.fail('A', 'Down', false)
  run.fail('B', 'Down', false)
  expect(run.state.outcome?.status).toBe('FAILED')
  expect(previewed(run, skip('A')).steps).toMatchObject([
    { step: 'A', fate: 'skipped' },
    { step: 'B', fate: 'again', sameKey: true },
    { step: 'C', fate: 'stays' },
  ])
})

test('what was skipped before stays so', () => {
  const run = begun([call('A'), call('B'), call('C')])
  run.send(skip('A'))
  expect(fates(run, skip('B'))).toEqual(['A stays', 'B skipped', 'C next'])
})

test('in a loop its steps are told too, and the next round is one more time', () => {
  const run = begun([loop('Each', [call('Send'), call('Note')], { iterate_over: '[1, 2]' }), call('End')])
  run.complete('Send')
  expect(fates(run, skip('Note'))).toEqual(['Each stays', 'Send again', 'Note again', 'End ahead'])
  expect(fates(run, skip('Each'))).toEqual(['Each skipped', 'End next'])
})

test('a failure that follows at once is told, and so is what keeps the rest back', () => {
  const steps = [call('A'), transform('Sum', { sum: 'state.missing + 1.0' })]
  expect(previewed(begun(steps), skip('A')).ends).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('missing'),
  })
  const round = [transform('Try', { tried: 'item == 2.0 ? state.missing : item' }), call('Note'), call('Send')]
  const rounds = begun([loop('Each', round, { iterate_over: '[1, 2]' }), call('End')])
  rounds.complete('Note')
  expect(fates(rounds, skip('Send'))).toEqual([
    'Each again',
    'Try again',
    'Note left_out',
    'Send skipped',
    'End left_out',
  ])
  const held = begun([call('A'), call('B')])
  held.send({ type: 'pause', actor })
  expect(previewed(held, skip('A'))).toMatchObject({ keptBack: 'hold', steps: [{}, { step: 'B', fate: 'next' }] })
  const byHand = new ScriptedRun(definition([call('A'), call('B'), call('C')]), { drive: 'manual' })
  byHand.own()
  expect(previewed(byHand, skip('A'))).toMatchObject({
    keptBack: 'hand',
    steps: [{ fate: 'skipped' }, { fate: 'next' }, { fate: 'ahead' }],
  })
})

test('without a step it is the only one that is meant; of several, none', () => {
  const run = begun([call('A'), call('B')])
  expect(fates(run, { type: 'skip', actor })).toEqual(['A skipped', 'B next'])
  expect(fates(run, { type: 'jump', actor, to_step: 'B' })).toEqual(['A left', 'B next'])
  const both = begun([call('A'), call('B', { dependencies: [] })])
  expect(previewOverride(both.executable, both.state, { type: 'skip', actor })).toMatchObject({ ok: false })
})

test('what fails as soon as it begins is told with its reason, and does nothing outside', () => {
  const run = begun([
    human('Ask', {}),
    request('Tell', { http_config: { url: 'https://a.example/{{ state.total }}' } }),
  ])
  const { steps, ends } = previewed(run, jump('Ask', 'Tell'))
  expect(steps[1]).toEqual({
    step: 'Tell',
    type: 'HTTP',
    fate: 'next',
    effects: [],
    fails: '`state` has no field `total`. If it may be missing, guard with `has(…)`.',
  })
  expect(ends?.status).toBe('FAILED')
})

test('what a step reads and the run does not have is told: of what begins now, and of what comes from a step left out', () => {
  const code = `// state.old
    const note = state.note ?? '' + state['label']
    return { all: steps.Quote.output.total + state.total.toFixed(2) + input.amount + other.state.x }`
  const run = begun(
    [
      human('Ask', {}),
      script('Quote', { code: 'return { total: 1 }' }),
      call('Pack'),
      script('Sum', { code }),
      transform('Late', { a: 'has(state.b) ? state.b : steps.Quote.output.total + state.later' }),
    ],
    { input: { amount: 2 } },
  )
  const missing = (to: string) =>
    previewOverride(run.executable, run.state, jump('Ask', to), (name) =>
      name === 'test.pack' ? ['amount', 'box'] : [],
    )
  const reported = (to: string) => {
    const preview = missing(to)
    return preview.ok ? preview.steps.flatMap((step) => (step.missing ? [[step.step, ...step.missing]] : [])) : []
  }
  expect(reported('Sum')).toEqual([
    ['Sum', 'state.label', 'steps.Quote', 'state.total'],
    ['Late', 'steps.Quote'],
  ])
  expect(reported('Pack')).toEqual([
    ['Pack', 'state.box'],
    ['Sum', 'steps.Quote'],
    ['Late', 'steps.Quote'],
  ])
  expect(reported('Quote')).toEqual([])
})

test('what a text with expressions reads is told, and nothing of a step that is yet to come', () => {
  const run = begun([
    human('Ask', {}),
    script('Quote', { code: 'return { total: state["rate"] + steps.Mail.output + steps.Nobody.output }' }),
    request('Tell', { http_config: { url: 'https://a.example/{{ steps.Quote.output.total }}' } }),
    call('Mail'),
  ])
  const missingBy = (to: string) =>
    previewed(run, jump('Ask', to)).steps.flatMap(({ step, missing }) => (missing ? [[step, ...missing]] : []))
  expect(missingBy('Quote')).toEqual([['Quote', 'state.rate', 'steps.Mail']])
  expect(missingBy('Mail')).toEqual([])
})
