import fc from 'fast-check'
import { titles } from '#core/definition/testing/titles.ts'
import type { JsonObject } from '#core/json.ts'
import { arbitraryStyle } from './arbitrary-json.ts'
import { chooseFrom, styledText } from './styled-text.ts'

const pool = ['Start', 'Check_Risk', 'Gate', 'Approve', 'pay-out', 'Notify', '_last', 'B2', 'Archive']
const expression = fc.constantFrom(
  'state.score >= 40',
  'input.amount < 10',
  "state.kind == 'a b'",
  'steps.Start.output.ok',
  'true',
)

/** Fields that only the type has, as people write them. */
const typed: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({ function: 'orders.validate' }),
  fc.record({ type: fc.constant('STANDARD'), function: fc.constantFrom('loans.score', 'orders.ship') }),
  fc.record({
    type: fc.constant('ASYNC'),
    function: fc.constant('mails.send'),
    heartbeat_timeout_seconds: fc.nat({ max: 99 }).map((n) => n + 1),
  }),
  fc.record({
    type: fc.constant('HUMAN'),
    title: fc.constantFrom('Approve {{ input.amount }}', 'Look: twice', "It's {{ steps.Start.output.name }}"),
    groups: fc.constantFrom(['credit'], ['a', 'b']),
    form: fc.constant({
      type: 'object',
      required: ['ok'],
      properties: { ok: { type: 'boolean' }, note: { type: 'string' } },
    }),
  }),
  fc.record({
    type: fc.constant('TRANSFORM'),
    set: fc.dictionary(fc.constantFrom('total', 'kind', 'done'), expression, { minKeys: 1, noNullPrototype: true }),
  }),
  fc.record({ type: fc.constant('WAIT'), duration_seconds: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    type: fc.constant('SUB_WORKFLOW'),
    sub_workflow_type: fc.constant('Child'),
    input: fc.constantFrom({ id: '{{ input.id }}' }, { all: '{{ steps.Gate.output }}', n: 1 }),
  }),
  fc.record({
    type: fc.constant('HTTP'),
    http_config: fc.constant({ method: 'GET', url: '{{ input.url }}', expect_status: [200] }),
  }),
  fc.record({
    type: fc.constant('SCRIPT'),
    code: fc.constantFrom('return 1', 'const a = 1\nreturn a\n', 'if (x) {\n  y()\n}'),
  }),
)

const common: fc.Arbitrary<JsonObject> = fc.record(
  {
    title: fc.constantFrom(...titles),
    description: fc.constantFrom('What it does', 'A longer description: with a colon, and some more words to wrap'),
    when: expression,
    timeout_seconds: fc.integer({ min: 1, max: 600 }),
    retry: fc.constantFrom({ max_attempts: 3 }, { max_attempts: 2, backoff: 2, non_retryable: ['ValidationError'] }),
    output_key: fc.constantFrom('result', 'score'),
  },
  { requiredKeys: [] },
)

function stepOf(name: string, names: readonly string[]): fc.Arbitrary<JsonObject> {
  const other = fc.constantFrom(...names, 'END')
  const several = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  const otherNames = names.filter((candidate) => candidate !== name)
  const dependencies = fc.subarray(otherNames, { maxLength: Math.min(2, otherNames.length) })
  const route = fc.oneof(
    fc.record({ condition: expression, target: fc.constantFrom(...names) }),
    fc.record({ condition: expression, next: fc.constantFrom(...names) }),
  )
  const decision = fc
    .tuple(fc.array(route, { maxLength: 3 }), fc.option(fc.constantFrom(...names), { nil: undefined }), fc.boolean())
    .map(([routes, otherwise, asNext]): JsonObject => {
      if (otherwise === undefined) return { type: 'DECISION', routes }
      return asNext
        ? { type: 'DECISION', routes, next: otherwise }
        : { type: 'DECISION', routes: [...routes, { default: otherwise }] }
    })
  const plain = fc
    .tuple(
      typed,
      fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 2, arbitrary: other.map((next) => ({ next })) },
        { weight: 1, arbitrary: several.map((next) => ({ next })) },
      ),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...names).map((target_step) => ({ on_failure: { target_step } })) },
      ),
    )
    .map(([fields, next, failure]): JsonObject => ({ ...fields, ...next, ...failure }))
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: decision }),
      common,
      fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: dependencies.map((list) => ({ dependencies: list })) },
      ),
    )
    .map(([fields, shared, depends]): JsonObject => ({ name, ...fields, ...shared, ...depends }))
}

/** What a workflow's text says, before any text: every kind of edge, most types of steps, positions for some of them. */
function workflowOf(mostSteps: number): fc.Arbitrary<JsonObject> {
  return fc
    .shuffledSubarray(pool, { minLength: 1, maxLength: mostSteps })
    .chain((names) =>
      fc.tuple(
        fc.tuple(...names.map((name) => stepOf(name, names))),
        fc.subarray(names),
        fc.constantFrom<JsonObject>(
          {},
          { description: 'Some words' },
          { tags: ['finance', '月次', 'a: b'] },
          { description: 'Some words', tags: ['one'] },
          { saga_enabled: true, timeout_seconds: 60 },
          ...titles.map((title) => ({ title })),
        ),
      ),
    )
    .map(([steps, placed, header]): JsonObject => {
      const layout = Object.fromEntries(placed.map((name, index) => [name, [index * 40, index * -20]]))
      return { workflow_type: 'Generated', ...header, steps, ...(placed.length === 0 ? {} : { layout }) }
    })
}
export const arbitraryWorkflow = workflowOf(7)

/** A workflow's text in the ways that people write it. */
export const arbitraryWorkflowText = textOf(arbitraryWorkflow)

/** The same with one or two steps, for properties of very many texts. */
export const arbitraryShortText = textOf(workflowOf(2))

function textOf(workflow: fc.Arbitrary<JsonObject>): fc.Arbitrary<string> {
  return fc.tuple(workflow, arbitraryStyle).map(([value, style]) => styledText(value, chooseFrom(style)))
}
