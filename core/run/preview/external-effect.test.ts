import { expect, test } from 'vitest'
import {
  call,
  decision,
  forget,
  human,
  loop,
  parallel,
  request,
  script,
  signal,
  subWorkflow,
  transform,
  wait,
} from '../testing/steps.ts'
import { externalEffects } from './external-effect.ts'

test('what a step does outside: by type, and nothing where it says so', () => {
  const steps = [
    request('R', { http_config: {} }),
    request('Quiet', { http_config: { method: 'GET' }, effects: 'none' }),
    call('F'),
    call('Pure', { effects: 'none' }),
    decision('D', ['END']),
    human('H', { title: 'Sure?', function: 'test.h' }),
    subWorkflow('S', 'Child'),
    forget('Tell', { function: 'test.tell' }),
    forget('Start', { workflow_type: 'Other' }),
    signal('Sig', 'paid'),
    loop('L', [call('In')], { iterate_over: '[1]' }),
    parallel('P', {
      tasks: [{ name: 'a', function: 'test.a' }, { name: 'b', sub_workflow_type: 'Child' }, { name: 'c' }],
    }),
    parallel('Q', { iterate_over: '[1]', task_function: 'test.q' }),
    parallel('Whole', { tasks: [human('Ask', { title: 'Sure?' }), wait('Rest', { duration_seconds: 1 })] }),
    parallel('Each', { iterate_over: '[1]', task: subWorkflow('Sub', 'Child') }),
    transform('T', { n: '1.0' }),
    script('Code', { code: 'return 1' }),
    wait('W', { duration_seconds: 1 }),
  ]
  expect(
    steps.map((step) =>
      externalEffects(step)
        .map(({ kind, what }) => `${kind} ${what}`)
        .join(', '),
    ),
  ).toEqual([
    'http GET ',
    '',
    'function test.f',
    '',
    '',
    'person Sure?, function test.h',
    'child Child',
    'function test.tell',
    'child Other',
    'signal paid',
    'function test.in',
    'function test.a, child Child, function c',
    'function test.q',
    'person Sure?',
    'child Child',
    '',
    '',
    '',
  ])
})

const services = [
  [
    { type: 'MAIL', name: 'M', connection: 'smtp', to: ['a@x.org', 'b@x.org'], subject: '', text: '' },
    'a@x.org, b@x.org',
  ],
  [{ type: 'SQL', name: 'S', connection: 'shop', statement: 'select 1' }, 'shop'],
  [{ type: 'AI', name: 'A', connection: 'model', prompt: 'Hi' }, 'model'],
] as const

test.each(services)('the effect of a step that uses a service: $type', (step, what) => {
  expect(externalEffects(step)).toEqual([{ kind: step.type.toLowerCase(), what }])
  expect(externalEffects({ ...step, effects: 'none' })).toEqual([])
})
