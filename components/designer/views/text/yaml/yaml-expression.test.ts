import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { completionsAt } from '../../expression/expression-help.ts'
import { typesInStep } from '../../expression/step-types.ts'
import { yamlExpression } from './yaml-expression.ts'

/** The expression where the text has a `|`, its own cursor marked so as well. */
function found(marked: string) {
  const offset = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  const expression = yamlExpression(text, offset)
  if (expression === null) return null
  const { kind, step, hasSecrets, text: said, cursor, toSource } = expression
  expect(toSource(cursor)).toBe(offset)
  return { kind, step, hasSecrets, said: `${said.slice(0, cursor)}¦${said.slice(cursor)}` }
}
const said = (marked: string) => found(marked)?.said
const condition = { form: 'expression', expected: 'boolean' }
const template = { form: 'template' }
const head = 'workflow_type: W\nsteps:\n  - name: Gate\n'

describe('an expression is found by its key', () => {
  it.each([
    ['    when: input.a¦ > 1\n', condition, 'input.a¦ > 1'],
    ['    type: LOOP\n    iterate_over: input.¦', { form: 'expression', expected: 'list' }, 'input.¦'],
    ['    type: DECISION\n    routes:\n      - condition: input.¦\n        target: A\n', condition, 'input.¦'],
    ['    type: DECISION\n    routes:\n    - target: A\n      condition: ¦\n', condition, '¦'],
    ['    type: TRANSFORM\n    set:\n      order.total: input.¦\n', { form: 'expression' }, 'input.¦'],
    ['    type: WAIT\n    until: state.¦\n', { form: 'expression' }, 'state.¦'],
    ['    type: WAIT\n    until: "{{ state.¦ }}"\n', template, '{{ state.¦ }}'],
    ['    type: HUMAN\n    title: Pay {{ input.¦ }} now # soon\n', template, 'Pay {{ input.¦ }} now'],
    ['    type: HUMAN\n    groups:\n      - a\n      - "{{ input.¦"\n', template, '{{ input.¦'],
    ['    with:\n      order:\n        lines: [1, "a {{ input.¦ }}"]\n', template, 'a {{ input.¦ }}'],
    [
      '    type: PARALLEL\n    tasks:\n      - name: A\n        input: { x: "{{ input.¦ }}" }\n',
      template,
      '{{ input.¦ }}',
    ],
  ])('%s', (lines, kind, text) => {
    expect(found(head + lines)).toEqual({ kind, step: 'Gate', hasSecrets: false, said: text })
  })

  it('in a request secrets may be named', () => {
    const request = '    type: HTTP\n    http_config:\n      headers:\n        X-Key: "{{ secrets.¦ }}"\n'
    expect(found(head + request)).toMatchObject({ hasSecrets: true, kind: template })
    expect(found(`${head}    type: HTTP\n    http_config: { url: "{{ input.¦ }}" }`)).toMatchObject({
      hasSecrets: true,
    })
  })

  it('of the step that it is in, however deep and in whatever order', () => {
    const loop = `${head}    type: LOOP\n    loop_body:\n      - when: item.¦\n        name: "Inner one"\n`
    expect(found(loop)?.step).toBe('Inner one')
    const rules = `${head}    dynamic_injection:\n      rules:\n        - steps_to_insert:\n            - name: Added\n              when: state.¦`
    expect(found(rules)?.step).toBe('Added')
    expect(found('steps: [{ name: A, when: input.¦ }]')?.step).toBe('A')
    expect(found('steps:\n  - { name: A, when: "input.¦" }')).toMatchObject({ step: 'A', said: 'input.¦' })
    expect(
      found('steps:\n  - name: A\n    routes: [{ condition: input.a == "b, c" && input.¦, target: B }]'),
    ).toMatchObject({
      step: 'A',
    })
  })
})

describe('it is read as it is written', () => {
  it('in quotes, with what is escaped there', () => {
    expect(said(`${head}    when: "input.a == \\"b\\" && input.¦"`)).toBe('input.a == "b" && input.¦')
    expect(said(`${head}    when: 'input.a == ''b'' && input.¦`)).toBe("input.a == 'b' && input.¦")
    expect(said(`${head}    when: "a\\u0041¦"`)).toBe('aA¦')
  })

  it('over several lines', () => {
    expect(said(`${head}    when: >-\n      input.a &&\n      input.¦\n    function: f.f\n`)).toBe(
      '      input.a &&\n      input.¦',
    )
    expect(said(`${head}    when: input.a\n      && input.¦\n`)).toBe('input.a\n      && input.¦')
    expect(said(`${head}    type: HUMAN\n    instructions: |\n      when: {{ input.¦\n\n      more\n`)).toBe(
      '      when: {{ input.¦\n\n      more',
    )
    expect(said(`${head}    with: {\n      a: 1,\n      b: "{{ input.¦`)).toBe('{{ input.¦')
  })

  it('and completed as it has to be written there', () => {
    const double = yamlExpression(`${head}    when: "input.`, `${head}    when: "input.`.length)
    expect(double?.written('["a b"]')).toBe('[\\"a b\\"]')
    const single = yamlExpression(`${head}    when: 'input.`, `${head}    when: 'input.`.length)
    expect(single?.written("'a'")).toBe("''a''")
  })
})

it.each([
  'workflow_type: W¦',
  'steps:\n  - name: A¦',
  'steps:\n  - when: input.¦',
  'steps:\n  - name: A\n    function: f.¦',
  'steps:\n  - name: A\n    description: input.¦',
  'steps:\n  - name: A\n    when:¦ x',
  'steps:\n  - name: A\n    when:¦',
  'steps:\n  - name: A\n    wh¦en: x',
  'steps:\n  - name: A\n    # when: input.¦',
  'steps:\n  - name: A\n    when: x # input.¦',
  'steps:\n  - name: A\n    when: "x" ¦',
  'steps:\n  - name: A\n    when: { a: b¦ }',
  'steps:\n  - name: A\n    set: { a¦ }',
  'steps:\n  - name: A\n    set:\n      a:\n        b: input.¦',
  'steps:\n  - name: A\n    form: { a: input.¦ }',
  'steps:\n  - name: A\n    when: x\n    ¦',
  'steps:\n  - name: A\n    timeout_seconds: input.¦',
  'other:\n  - name: A\n    when: input.¦',
  '¦',
])('there is none in %j', (marked) => {
  expect(found(marked)).toBeNull()
})

it('what is known of the step is offered, though the rest of the line is not written yet', () => {
  const text = `${head}    function: f.f\n    when: `
  const known = `input_schema: { type: object, properties: { amount: { type: number }, "odd name": {} } }\n${text}`
  const types = typesInStep(parse(`${known}"true"`).definition as Definition, 'Gate')
  if (types === null) throw new Error('Nothing is known.')
  const typed = `${known}"input.`
  const expression = yamlExpression(typed, typed.length)
  const options = expression && completionsAt(expression.kind, expression.text, expression.cursor, types)
  expect(options?.map(({ label }) => label)).toEqual(expect.arrayContaining(['amount', 'odd name']))
  const odd = options?.find(({ label }) => label === 'odd name')
  expect(expression?.toSource(odd?.start ?? 0)).toBe(typed.length - 1)
})
