import { describe, expect, test } from 'vitest'
import { parse } from '../parse.ts'
import { problemsOf, textOf } from '../testing/problems-of.ts'

const schema = (rest = '') =>
  `input_schema: { type: object, additionalProperties: false, properties: { amount: { type: number }, customer: { type: string }, items: { type: array, items: { type: object, additionalProperties: false, properties: { sku: { type: string } } } } }${rest} }\n`
/** Problems of a workflow whose input is known to the last field. */
const closed = (...steps: readonly string[]) => problemsOf(schema() + textOf(...steps))
const transform = (name: string, set: string, rest = '') => `{ name: ${name}, type: TRANSFORM, set: ${set}${rest} }`
const call = (name: string, rest = '') => `{ name: ${name}, function: a.b${rest} }`

describe('expressions are checked where they stand', () => {
  test.each([
    ['{ name: A, function: a.b, when: input.amout > 1 }', 'steps.0.when @ amout'],
    ['{ name: A, function: a.b, with: { x: [ "{{ input.amout }}" ] } }', 'steps.0.with.x.0 @ amout'],
    ['{ name: A, type: HUMAN, title: "Pay {{ input.amout }}" }', 'steps.0.title @ amout'],
    ['{ name: A, type: TRANSFORM, set: { x.y: input.amout } }', 'steps.0.set.x.y @ amout'],
    [
      '{ name: A, type: DECISION, routes: [{ condition: input.amout > 1, target: END }, { default: END }] }',
      'steps.0.routes.0.condition @ amout',
    ],
    [
      '{ name: A, type: SUB_WORKFLOW, sub_workflow_type: B, input: { x: "{{ input.amout }}" } }',
      'steps.0.input.x @ amout',
    ],
    ['{ name: A, type: WAIT, duration_seconds: "{{ input.amout }}" }', 'steps.0.duration_seconds @ amout'],
    ['{ name: A, type: WAIT, duration_seconds: input.amout }', 'steps.0.duration_seconds @ amout'],
    ['{ name: A, type: WAIT, until: input.amout }', 'steps.0.until @ amout'],
    ['{ name: A, type: HTTP, http_config: { url: "x/{{ input.amout }}" } }', 'steps.0.http_config.url @ amout'],
    [
      '{ name: A, type: PARALLEL, tasks: [{ name: t, sub_workflow_type: B, input: "{{ input.amout }}" }] }',
      'steps.0.tasks.0.input @ amout',
    ],
    [
      '{ name: A, type: LOOP, mode: ITERATE, iterate_over: input.itmes, loop_body: [{ name: B, function: a.b }] }',
      'steps.0.iterate_over @ itmes',
    ],
  ])('%s', (step, location) => {
    expect(closed(step)).toEqual([`error FIELD_NOT_FOUND ${location}`])
  })

  test('a plain time or instant is no expression', () => {
    expect(closed('{ name: A, type: WAIT, duration_seconds: " 60 " }')).toEqual([])
    expect(closed('{ name: A, type: WAIT, until: 2027-01-31T09:00:00Z }')).toEqual([])
  })

  test('what a time gives has to be one', () => {
    const wait = (time: string) => `{ name: A, type: WAIT, ${time} }`
    expect(closed(wait(`duration_seconds: "{{ duration('1h') }}"`))).toEqual([])
    expect(closed(wait('until: "timestamp(input.customer)"'))).toEqual([])
    expect(closed(wait('until: "{{ input.customer }}-{{ input.amount }}"'))).toEqual([])
    expect(closed(wait('duration_seconds: "{{ input.items }}"'))).toEqual([
      'error WRONG_TYPE steps.0.duration_seconds @ input.items',
    ])
    expect(closed(wait('until: input.amount + 1'))).toEqual(['error WRONG_TYPE steps.0.until @ input.amount + 1'])
    expect(closed(wait('until: "{{ input.amount }}"'))).toEqual(['error WRONG_TYPE steps.0.until @ input.amount'])
  })

  test('what cannot be read is an error at its part', () => {
    expect(closed('{ name: A, function: a.b, when: state.a and }')).toEqual([
      'error EXPRESSION_INVALID steps.0.when @ and',
    ])
    expect(closed('{ name: A, type: HUMAN, title: "Pay {{ input.amount" }')).toEqual([
      'error EXPRESSION_INVALID steps.0.title @ {{',
    ])
  })

  test('a text with escapes or over several lines is pointed at where it is wrong', () => {
    expect(closed('{ name: A, type: HUMAN, title: "\\u0050ay {{ input.amout }}" }')).toEqual([
      'error FIELD_NOT_FOUND steps.0.title @ amout',
    ])
    const folded = '{ name: A, type: HUMAN, title: "Pay\n   all {{ input.amout }}" }'
    expect(closed(folded)).toEqual(['error FIELD_NOT_FOUND steps.0.title @ amout'])
  })

  test('a block that says itself how far it is indented is pointed at as a whole', () => {
    const title = '|1\n       Pay {{ input.amout }}\n       now'
    const text = `${schema()}steps:\n  - name: A\n    type: HUMAN\n    title: ${title}\n`
    const problem = parse(text).problems.find(({ code }) => code === 'FIELD_NOT_FOUND')
    expect(text.slice(problem?.range.start, problem?.range.end)).toBe(title)
  })

  test('what is expected of the place is checked: a condition is a boolean, a list a list', () => {
    expect(closed('{ name: A, function: a.b, when: input.amount }')).toEqual([
      'error CONDITION_NOT_BOOLEAN steps.0.when @ input.amount',
    ])
    expect(closed('{ name: A, type: PARALLEL, iterate_over: input.amount, task_function: a.b }')).toEqual([
      'error WRONG_TYPE steps.0.iterate_over @ input.amount',
    ])
  })

  test('the fix puts the right name in its place', () => {
    const text = schema() + textOf('{ name: A, function: a.b, when: input.amout > 1 }')
    const fix = parse(text).problems[0]?.fix
    expect(fix).toMatchObject({ title: 'Change to amount', text: 'amount' })
    expect(text.slice(fix?.range.start, fix?.range.end)).toBe('amout')
  })

  test('a fix that could end the quotes it stands in is not offered', () => {
    const text = textOf(
      '{ name: a-step, function: a.b }',
      `{ name: B, function: a.b, when: "steps['a-stpe'].output == 1" }`,
    )
    expect(parse(text).problems.map(({ code, fix }) => [code, fix])).toEqual([['FIELD_NOT_FOUND', undefined]])
  })

  test('secrets are known in requests only', () => {
    expect(closed('{ name: A, type: HTTP, http_config: { url: "x", headers: { k: "{{ secrets.KEY }}" } } }')).toEqual(
      [],
    )
    expect(closed('{ name: A, function: a.b, with: { k: "{{ secrets.KEY }}" } }')).toEqual([
      'error NAME_NOT_FOUND steps.0.with.k @ secrets',
    ])
  })
})

test.each([
  ['{{ secrets.KEY }}', true],
  ['https://{{ secrets.KEY }}.example/x', true],
  ['https://a.example:{{ secrets.KEY }}/', true],
  ['https://a.example/{{ secrets.KEY }}', false],
  ['https://a.example?k={{ secrets.KEY }}{{ secrets.KEY }}', false],
  ['{{ input.base }}/{{ secrets.KEY }}', false],
  ['https://a.example', false],
  ['https://a.example/{{ secrets.KEY', false],
])('a secret in the address %s is refused: %s', (url, isRefused) => {
  const problems = parse(textOf(`{ name: A, type: HTTP, http_config: { url: "${url}" } }`)).problems
  expect(problems.some(({ code, severity }) => code === 'SECRET_IN_ORIGIN' && severity === 'error')).toBe(isRefused)
})

test('an address that is no text holds no secret', () => {
  const problems = parse(textOf('{ name: A, type: HTTP, http_config: { url: [1] } }')).problems
  expect(problems.map(({ code }) => code)).not.toContain('SECRET_IN_ORIGIN')
})

describe('what is known of state', () => {
  const uses = (name: string, source: string) => transform(name, `{ seen_${name}: ${source} }`)

  test('it begins as the input', () => {
    expect(closed(uses('A', 'state.amount + 1'))).toEqual([])
    expect(closed(uses('A', 'state.amout + 1'))).toEqual(['error FIELD_NOT_FOUND steps.0.set.seen_A @ amout'])
    expect(problemsOf(textOf(uses('A', 'state.anything + 1')))).toEqual([])
    expect(problemsOf(`input_schema: { type: string }\n${textOf(uses('A', 'state.anything + 1'))}`)).toEqual([])
  })

  test('an assignment is seen by those below it and by the steps behind it', () => {
    expect(
      closed(transform('A', '{ total: input.amount * 2, more: state.total + 1 }'), uses('B', 'state.total && true')),
    ).toEqual(['error WRONG_TYPE steps.1.set.seen_B @ state.total'])
    expect(closed(transform('A', '{ deep.field: "1" }'), uses('B', 'state.deep.other'))).toEqual([])
  })

  test('what a form asks for is known behind it, also as the output of the step', () => {
    const form = 'form: { type: object, additionalProperties: false, properties: { approved: { type: boolean } } }'
    const human = `{ name: H, type: HUMAN, ${form} }`
    expect(closed(human, uses('B', 'state.approved && true'))).toEqual([])
    expect(closed(human, uses('B', 'state.aproved'))).toEqual(['error FIELD_NOT_FOUND steps.1.set.seen_B @ aproved'])
    expect(closed(human, uses('B', 'steps.H.output.aproved'))).toEqual([
      'error FIELD_NOT_FOUND steps.1.set.seen_B @ aproved',
    ])
    expect(closed(`{ name: H, type: HUMAN, ${form}, function: a.b }`, uses('B', 'state.aproved'))).toEqual([])
    const reusable = `{ name: H, type: HUMAN, ${form}, output_key: answer }`
    expect(closed(reusable, uses('B', 'state.answer.approved && true'))).toEqual([])
    expect(closed(reusable, uses('B', 'state.answer.x'))).toEqual(['error FIELD_NOT_FOUND steps.1.set.seen_B @ x'])
  })

  test('what a signal brings is known behind it', () => {
    const signal = `{ name: S, type: SIGNAL, signal: paid, schema: { type: object, additionalProperties: false, properties: { by: { type: string } } } }`
    expect(closed(signal, uses('B', 'steps.S.output.bye'))).toEqual(['error FIELD_NOT_FOUND steps.1.set.seen_B @ bye'])
    expect(closed('{ name: S, type: SIGNAL, signal: paid }', uses('B', 'steps.S.output.bye'))).toEqual([])
  })

  test('a field that a form asks for once more may still be what it was', () => {
    const human = '{ name: H, type: HUMAN, form: { type: object, properties: { customer: { type: boolean } } } }'
    expect(closed(human, uses('B', 'state.customer && true'))).toEqual([])
    expect(closed(human, uses('B', 'state.customer + state.customer'))).toEqual([])
    expect(closed(human, uses('B', 'state.customer.x'))).toHaveLength(1)
  })

  test('a form that lets further fields in makes any field possible: what is close to a known one is a warning', () => {
    const human = '{ name: H, type: HUMAN, form: { type: object, properties: { approved: { type: boolean } } } }'
    expect(closed(human, uses('B', 'state.aproved'))).toEqual(['warning FIELD_NOT_FOUND steps.1.set.seen_B @ aproved'])
    expect(closed(human, uses('B', 'state.else'))).toEqual([])
  })

  test('what two ways set is either', () => {
    const decide = '{ name: D, type: DECISION, routes: [{ condition: input.amount > 1, target: A }, { default: B }] }'
    const join = `{ name: J, type: TRANSFORM, dependencies: [A, B], set: { z: state.x && true, y: state.only_a } }`
    const ways = (x: string) => [
      decide,
      transform('A', '{ x: "1", only_a: "1" }', ', next: J'),
      transform('B', `{ x: ${x} }`, ', next: J'),
      join,
    ]
    expect(closed(...ways('true'))).toEqual([])
    expect(closed(...ways('"2"'))).toEqual(['error WRONG_TYPE steps.3.set.z @ state.x'])
  })

  test('after a function nothing is certain, and names are only suggested', () => {
    expect(closed(call('A'), uses('B', 'state.anything'))).toEqual([])
    expect(closed(call('A'), uses('B', 'state.amout'))).toEqual(['warning FIELD_NOT_FOUND steps.1.set.seen_B @ amout'])
    expect(closed(call('A'), uses('B', 'state.amount && true'))).toEqual([])
    expect(closed(call('A', ', output_key: score'), uses('B', 'state.amout'))).toEqual([
      'error FIELD_NOT_FOUND steps.1.set.seen_B @ amout',
    ])
  })

  test('the conditions of a DECISION see what its own function returned', () => {
    const decision = (own: string) =>
      `{ name: D, type: DECISION${own}, routes: [{ condition: state.risky == true, target: END }, { default: END }] }`
    expect(closed(decision(''))).toEqual(['error FIELD_NOT_FOUND steps.0.routes.0.condition @ risky'])
    expect(closed(decision(', function: a.b'))).toEqual([])
  })

  test('a step that may be skipped may have changed nothing', () => {
    expect(closed(transform('A', '{ x: "1" }', ', when: input.amount > 1'), uses('B', 'state.x && true'))).toEqual([
      'error WRONG_TYPE steps.1.set.seen_B @ state.x',
    ])
    expect(
      closed(transform('A', '{ customer: "1" }', ', when: input.amount > 1'), uses('B', 'state.customer && true')),
    ).toEqual(['error WRONG_TYPE steps.1.set.seen_B @ state.customer'])
  })

  test('a timer changes nothing; a child leaves its results', () => {
    expect(closed('{ name: W, type: WAIT, duration_seconds: 1 }', uses('B', 'state.amout'))).toEqual([
      'error FIELD_NOT_FOUND steps.1.set.seen_B @ amout',
    ])
    const child = '{ name: C, type: SUB_WORKFLOW, sub_workflow_type: X }'
    expect(closed(child, uses('B', 'state.sub_workflow_results.X.y'))).toEqual([])
    expect(closed(child, uses('B', 'state.amout'))).toEqual(['error FIELD_NOT_FOUND steps.1.set.seen_B @ amout'])
    const reusable = '{ name: C, type: SUB_WORKFLOW, sub_workflow_type: X, output_key: score }'
    expect(closed(reusable, uses('B', 'state.score.points > 50'))).toEqual([])
    expect(closed(reusable, uses('B', 'state.amout'))).toEqual(['error FIELD_NOT_FOUND steps.1.set.seen_B @ amout'])
  })

  test('a handler sees the state from before the step that failed', () => {
    const handler = `{ name: H, type: TRANSFORM, set: { x: state.amout } }`
    expect(closed(call('A', ', on_failure: { target_step: H }, next: END'), handler)).toEqual([
      'error FIELD_NOT_FOUND steps.1.set.x @ amout',
    ])
  })

  test('where steps run side by side nobody knows who writes first', () => {
    const fork = (step: string) => [call('A', ', next: [B, C]'), step, transform('C', '{ x: "1" }', ', next: END')]
    expect(closed(...fork(`{ name: B, type: TRANSFORM, next: END, set: { y: state.x && state.amount } }`))).toEqual([])
    expect(
      closed(
        transform('A', '{ x: "1" }', ', next: END'),
        `{ name: B, type: TRANSFORM, dependencies: [], set: { y: state.other_thing } }`,
      ),
    ).toEqual([])
  })

  test('where a way leads back to, anything may have been written in the round before', () => {
    const back = (condition: string, target: string) =>
      `{ name: D, type: DECISION, routes: [{ condition: ${JSON.stringify(condition)}, target: ${target} }, { default: END }] }`
    expect(closed(uses('A', 'state.late'), transform('B', '{ late: "1" }'), back('input.amount > 1', 'A'))).toEqual([])
    expect(closed(uses('A', 'state.late'), transform('B', '{ late: "1" }'), back('input.amount > 1', 'B'))).toEqual([
      'error FIELD_NOT_FOUND steps.0.set.seen_A @ late',
    ])
    const fetch = call('Fetch', `, with: { url: "{{ state.page != null ? state.page.next : '' }}" }`)
    expect(closed(transform('Init', '{ page: "null" }'), fetch, back('state.more == true', 'Fetch'))).toEqual([])
    const count = transform('Count', '{ tries: "has(state.tries) ? state.tries + 1 : 1" }')
    expect(closed(count, back('has(state.tries) && state.tries < 3', 'Count'))).toEqual([])
  })

  test('a loop sees what its steps have written, in its condition, behind it and where its failure leads', () => {
    const body =
      'max_iterations: 3, loop_body: [{ name: I, type: TRANSFORM, set: { job: input.customer, place: "1" } }]'
    const loop = (condition: string, rest = '') =>
      `{ name: L, type: LOOP, mode: WHILE, while_condition: ${JSON.stringify(condition)}, ${body}${rest} }`
    const init = transform('Init', '{ job: "null" }')
    expect(closed(init, loop("state.job == null || state.job.status != 'done'"))).toEqual([])
    expect(closed(loop('!has(state.place) || state.place != 1'))).toEqual([])
    expect(closed(loop('state.amout > 1'))).toEqual(['warning FIELD_NOT_FOUND steps.0.while_condition @ amout'])
    const handled = loop('true', ', on_failure: { target_step: H }, next: END')
    expect(closed(handled, '{ name: H, type: TRANSFORM, set: { x: state.place } }')).toEqual([])
    expect(closed(loop('true', ', output_key: rounds'), uses('B', 'state.place'))).toEqual([])
  })

  test('the list of a loop is what it is before the first round', () => {
    const loop =
      '{ name: L, type: LOOP, mode: ITERATE, iterate_over: state.itmes, loop_body: [{ name: I, function: a.b }] }'
    expect(closed(loop)).toEqual(['error FIELD_NOT_FOUND steps.0.iterate_over @ itmes'])
  })

  test('of a step that nothing leads to nothing is said', () => {
    expect(closed(call('A', ', next: END'), uses('B', 'state.nothing'))).toEqual([
      'warning STEP_UNREACHABLE steps.1 @ B',
    ])
  })

  test('many fields are followed by none', () => {
    const many = Array.from({ length: 501 }, (_, index) => `f${index}: "1"`).join(', ')
    expect(closed(transform('A', `{ ${many} }`), uses('B', 'state.nothing'))).toEqual([])
  })
})

describe('other names', () => {
  test('steps are known by name', () => {
    expect(closed(call('Alpha'), transform('B', '{ x: steps.Alfa.output }'))).toEqual([
      'error FIELD_NOT_FOUND steps.1.set.x @ Alfa',
    ])
  })

  test('facts of the run are known', () => {
    expect(closed(transform('A', '{ x: run.attempt + 1, y: run.id && true }'))).toEqual([
      'error WRONG_TYPE steps.0.set.y @ run.id',
    ])
  })

  test('item and index within a step that goes through a list, the item also by its own name', () => {
    const loop = (source: string, name = '') =>
      `{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.items${name}, loop_body: [{ name: I, type: TRANSFORM, set: { x: ${source} } }] }`
    expect(closed(loop('item.sku + string(index)'))).toEqual([])
    expect(closed(loop('item.skuu'))).toEqual(['error FIELD_NOT_FOUND steps.0.loop_body.0.set.x @ skuu'])
    expect(closed(loop('line.skuu', ', item_var_name: line'))).toEqual([
      'error FIELD_NOT_FOUND steps.0.loop_body.0.set.x @ skuu',
    ])
    expect(closed(loop('state.set_in_an_earlier_round'))).toEqual([])
    expect(
      closed(
        `{ name: L, type: LOOP, mode: WHILE, while_condition: "true", max_iterations: 3, loop_body: [{ name: I, type: TRANSFORM, set: { x: index + 1 } }] }`,
      ),
    ).toEqual([])
    const open = `{ name: L, type: LOOP, mode: ITERATE, iterate_over: state.list_from_elsewhere, loop_body: [{ name: I, type: TRANSFORM, set: { x: item.any } }] }`
    expect(problemsOf(textOf(open)).filter((problem) => problem.startsWith('error'))).toEqual([])
  })

  test('item within a PARALLEL step that goes through a list', () => {
    expect(
      closed(
        '{ name: P, type: PARALLEL, iterate_over: input.items, task_function: a.b, with: { x: "{{ item.skuu }}" } }',
      ),
    ).toEqual(['error FIELD_NOT_FOUND steps.0.with.x @ skuu'])
  })
})
