import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { dialectOriginal as original } from '#core/definition/testing/dialect-original.ts'
import { readFile } from './read-file.ts'
import { reportOf } from './report.ts'

it('a text with every word of the dialect can be published: each is a warning that says what it is read as', () => {
  const { definition, problems } = parse(original)
  expect(problems.filter(({ severity }) => severity !== 'warning')).toEqual([])
  expect(problems.map(({ code, step = '', message }) => `${code} ${step}: ${message}`)).toEqual([
    'KEY_UNKNOWN : trigger is kept in the YAML but has no effect. Use triggers with type: schedule and cron.',
    'KEY_UNKNOWN : saga_mode is kept in the YAML but has no effect. Use saga_enabled: true.',
    'OTHER_SPELLING Check: orders.steps:check is read as orders.steps.check.',
    'KEY_UNUSED Check: required_input is kept in the YAML but has no effect.',
    'KEY_UNKNOWN Check: delay_seconds is kept in the YAML but has no effect. Use initial_interval_seconds.',
    'KEY_UNKNOWN Check: backoff_multiplier is kept in the YAML but has no effect. Use backoff.',
    'KEY_UNUSED Check: dynamic_injection has no rules, so it inserts no steps. Add rules.',
    'KEY_UNKNOWN Check: dynamic_injection has no key condition; it has no effect.',
    'KEY_UNKNOWN Check: dynamic_injection has no key steps; it has no effect.',
    'STEP_TYPE_UNKNOWN Ask_The_Model: AI_LLM_INFERENCE is not a known step type. A run that reaches this step fails. Use type: AI, with a connection and a prompt.',
    'OTHER_SPELLING Both: merge is read as SHALLOW.',
    'OTHER_SPELLING Both: continue is read as ignore.',
    'OTHER_SPELLING Both: function_path is read as function.',
    'OTHER_SPELLING Both: orders:a is read as orders.a.',
    'KEY_MISSING Each: The LOOP has no mode. It is read as mode: ITERATE.',
    'KEY_MISSING Again: The LOOP has no mode. It is read as mode: WHILE.',
    'OTHER_SPELLING Request: url, method, query_params: treated as part of http_config. Move them there.',
    'OTHER_SPELLING Request: query_params is read as query.',
    'OTHER_SPELLING Start: target_workflow_type is read as workflow_type.',
    'OTHER_SPELLING Start: initial_data_template is read as input.',
    'OTHER_SPELLING Choose: next is read as target.',
    'OTHER_SPELLING Choose: next_step is read as target.',
    'OTHER_SPELLING Approve: HUMAN_IN_LOOP is read as HUMAN.',
    'KEY_MISSING Jump: The DECISION has no routes. Its function must jump, or the step fails. Add routes to continue without a jump.',
  ])
  expect(definition?.steps).toMatchObject([
    { function: 'orders.steps.check', required_input: ['order_id', 'amount'], retry: { max_attempts: 3 } },
    { type: 'UNKNOWN', written_type: 'AI_LLM_INFERENCE' },
    { merge_strategy: 'SHALLOW', on_error: 'ignore', tasks: [{ function: 'orders.a' }] },
    { mode: 'ITERATE', iterate_over: 'state.items' },
    { mode: 'WHILE', while_condition: 'state.more' },
    { http_config: { url: 'https://example.com/{{ state.id }}', method: 'POST', query: { a: 1 } } },
    { workflow_type: 'Mail', input: { to: '{{ state.to }}' } },
    { routes: [{ target: 'Approve' }, { target: 'Jump' }, { target: 'END' }] },
    { type: 'HUMAN' },
    { function: 'orders.jump', routes: [] },
  ])
})

it('every byte of it is kept', () => {
  expect(readFile(original)).toEqual({ from: 'heddle', text: original, notes: [] })
  const parts = reportOf(original, parse(original).problems)
  expect(parts.find(({ step }) => step === 'Approve')?.findings.map(({ message }) => message)).toEqual([
    'HUMAN_IN_LOOP is read as HUMAN.',
  ])
})

it('its repairs write the words that are read', () => {
  const { problems } = parse(original)
  const fixes = problems.flatMap(({ code, fix }) => (code === 'OTHER_SPELLING' && fix !== undefined ? [fix] : []))
  const mended = fixes
    .toSorted((a, b) => b.range.start - a.range.start)
    .reduce((text, { range, text: own }) => text.slice(0, range.start) + own + text.slice(range.end), original)
  expect(mended).toContain('function: orders.steps.check   # module:function')
  const left = parse(mended)
  expect(left.definition).toEqual(parse(original).definition)
  expect(left.problems.filter(({ code }) => code === 'OTHER_SPELLING')).toHaveLength(1)
})

it('what says too little to be certain is still refused', () => {
  const codes = (step: string) =>
    parse(`workflow_type: W\nsteps: [{ name: A, ${step} }]\n`).problems.map(
      ({ severity, code }) => `${severity} ${code}`,
    )
  expect(codes('type: LOOP, loop_body: [{ name: B, function: f }]')).toContain('error KEY_MISSING')
  expect(codes('type: HTTP, method: POST')).toContain('error KEY_MISSING')
  expect(codes('type: HTTP, http_config: { url: x }, url: y')).toEqual(['warning KEY_UNKNOWN'])
  expect(codes('type: HTTP, url: "https://example.com"')).toEqual(['warning OTHER_SPELLING'])
  expect(codes('function: f, dynamic_injection: { steps: [] }, input_model: M')).toEqual([
    'warning KEY_UNUSED',
    'warning KEY_UNKNOWN',
    'warning KEY_UNUSED',
  ])
  expect(codes('function: [f]')).toEqual(['error TYPE_WRONG'])
})
