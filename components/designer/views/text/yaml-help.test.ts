import { describe, expect, it, test } from 'vitest'
import { yamlPosition } from './yaml/yaml-position.ts'
import { yamlHover, yamlOptions } from './yaml-help.ts'

const names = {
  steps: ['Charge', 'Gate'],
  functions: [
    { name: 'orders.charge', signature: 'charge(total: number): Receipt', doc: 'Takes the money.' },
    { name: 'orders.plain', signature: 'plain()', doc: null },
  ],
  workflows: ['Label'],
}

/** What is offered where the text has a `|`. */
function offered(marked: string): readonly string[] {
  const offset = marked.indexOf('|')
  const position = yamlPosition(marked.replace('|', ''), offset)
  return position === null ? [] : yamlOptions(position, names).map(({ label }) => label)
}

describe('keys are offered by where they stand', () => {
  it('of the workflow, without those that are there', () => {
    const keys = offered('workflow_type: A\n|\nsteps: []\n')
    expect(keys).toContain('input_schema')
    expect(keys).not.toContain('workflow_type')
    expect(keys).not.toContain('steps')
  })

  it('of a step, by its type wherever that is written', () => {
    const http = 'steps:\n  - name: A\n    type: HTTP\n    ht|\n    timeout_seconds: 3\n'
    expect(offered(http)).toEqual(['http_config'])
    expect(offered('steps:\n  - name: A\n    fu|\n')).toEqual(['function'])
    expect(offered('steps:\n- loop|\n  type: LOOP\n')).toEqual(['loop_body'])
    expect(offered('steps:\n  - name: A\n    type: MAGIC\n    fu|')).toEqual([])
    expect(offered('steps:\n  - name: A\n    type: HUMAN_IN_LOOP\n    titl|')).toEqual(['title'])
    expect(offered('steps:\n  - name: A\n    type: HTTP\n  - fu|')).toEqual(['function'])
  })

  it('of what is within a step', () => {
    const step = 'steps:\n  - name: A\n    type: HTTP\n'
    expect(offered(`${step}    http_config:\n      url: x\n      he|\n`)).toEqual(['headers'])
    expect(offered(`${step}    retry:\n      ba|`)).toEqual(['backoff'])
    expect(offered('steps:\n  - name: A\n    type: DECISION\n    routes:\n      - condition: x\n        ta|')).toEqual([
      'target',
    ])
    expect(offered('steps:\n  - name: A\n    type: DECISION\n    routes:\n    - con|')).toEqual(['condition'])
    expect(offered('steps:\n  - name: L\n    loop_body:\n      - name: B\n        desc|')).toEqual(['description'])
    expect(offered(`${step}    with:\n      any|`)).toEqual([])
  })

  it('in brackets too', () => {
    expect(offered('steps:\n  - { name: A, type: HTTP, ht|')).toEqual(['http_config'])
    expect(offered('steps:\n  - name: A\n    retry: { ba|')).toEqual(['backoff'])
    expect(offered('steps:\n  - name: A\n    routes: [{ condition: "a, b", ta|')).toEqual(['target'])
  })

  it('of the layout: steps without a place, and what a group has', () => {
    const layout = 'steps: []\nlayout:\n'
    expect(offered(`${layout}  Charge: [0, 0]\n  |`)).toEqual(['Gate'])
    expect(offered(`${layout}  Ga|`)).toEqual(['Gate'])
    expect(offered('layout: { Charge: [0, 0], |')).toEqual(['Gate'])
    expect(offered(`${layout}  Charge: [|`)).toEqual([])
    const group = `${layout}  group 1:\n    title: Money\n`
    expect(offered(`${group}    |`)).toEqual(['steps', 'collapsed'])
    expect(offered(`${group}    collapsed: |`)).toEqual(['true', 'false'])
    expect(offered(`${group}    steps: [Ga|`)).toEqual(['Gate'])
    expect(offered(`${group}    steps:\n      - Ga|`)).toEqual(['Gate'])
    expect(offered(`${layout}  group 1: { title: Money, |`)).toEqual(['steps', 'collapsed'])
    expect(offered(`${layout}  group 1: { title: Money, steps: [Char|`)).toEqual(['Charge'])
    expect(offered(`${layout}  Charge:\n    |`)).toEqual([])
  })

  it('of a JSON Schema, however deep', () => {
    expect(offered('input_schema:\n  requ|')).toEqual(['required'])
    expect(offered('input_schema:\n  type: object\n  properties:\n    amount:\n      minL|')).toEqual(['minLength'])
    expect(offered('input_schema:\n  properties:\n    lines:\n      items:\n        forma|')).toEqual(['format'])
    expect(offered('input_schema:\n  anyOf:\n    - patter|')).toEqual(['patternProperties', 'pattern'])
    expect(offered('steps:\n  - name: A\n    type: HUMAN\n    form:\n      properties:\n        ok: { descr|')).toEqual(
      ['description'],
    )
    expect(offered('input_schema:\n  properties:\n    titl|')).toEqual([])
    expect(offered('input_schema:\n  default:\n    titl|')).toEqual([])
  })

  it('but not in comments, texts and other values', () => {
    expect(offered('# wor|')).toEqual([])
    expect(offered('description: some wor|')).toEqual([])
    expect(offered('steps:\n  - name: A\n    some words|')).toEqual([])
  })
})

describe('values are offered by their key', () => {
  it.each([
    ['steps:\n  - name: A\n    type: HU|', ['HUMAN']],
    ['steps:\n  - name: A\n    next: |', ['Charge', 'Gate', 'END']],
    ['steps:\n  - name: A\n    next: [Gate, Ch|', ['Charge']],
    ['steps:\n  - name: A\n    dependencies:\n      - Ch|', ['Charge']],
    ['steps:\n  - name: A\n    dependencies: [|', ['Charge', 'Gate']],
    ['steps:\n  - name: A\n    function: ord|', ['orders.charge', 'orders.plain']],
    ['steps:\n  - name: A\n    type: SUB_WORKFLOW\n    sub_workflow_type: |', ['Label']],
    ['steps:\n  - name: A\n    on_failure: { target_step: G|', ['Gate']],
    ['steps:\n  - name: A\n    type: DECISION\n    routes:\n      - default: E|', ['END']],
    ['steps:\n  - name: A\n    type: DECISION\n    routes:\n      - { condition: x, next: G|', ['Gate']],
    ['saga_enabled: t|', ['true']],
    ['input_schema:\n  type: o|', ['object']],
    ['input_schema:\n  properties:\n    a: { type: [string, nul|', ['null']],
    ['input_schema:\n  format: date|', ['date-time']],
    ['steps:\n  - { name: A, type: WA|', ['WAIT']],
    ['steps:\n  - name: |', []],
    ['nobody: |', []],
  ])('%s', (text, expected) => {
    expect(offered(text)).toEqual(expected)
  })
})

test('a function is offered with how it is called and what its comment says', () => {
  const text = 'steps:\n  - name: A\n    function: '
  const position = yamlPosition(text, text.length)
  const [first, second] = position === null ? [] : yamlOptions(position, names)
  expect(first).toMatchObject({ signature: 'charge(total: number): Receipt', info: 'Takes the money.' })
  expect(second).toMatchObject({ signature: 'plain()', info: '' })
})

describe('what the catalogue says of a word', () => {
  const hover = (marked: string) => {
    const offset = marked.indexOf('|')
    const position = yamlPosition(marked.replace('|', ''), offset)
    return position && yamlHover(position, names)
  }

  it('is the help of a key, with its choices and what is usual', () => {
    expect(hover('steps:\n  - name: A\n    timeout_seconds|: 3')).toMatchObject({ detail: 'Time limit' })
    expect(hover('steps:\n  - name: A\n    type: SUB_WORKFLOW\n    on_parent_close|: abandon')?.text).toMatch(
      /One of cancel, abandon\.\nDefault: cancel\./,
    )
  })

  it('is what a keyword of JSON Schema asks for', () => {
    expect(hover('input_schema:\n  properties:\n    a:\n      maxLength|: 3')).toMatchObject({ detail: 'Longest' })
    expect(hover('input_schema:\n  type: object|')).toBeNull()
  })

  it('is what a type of step does', () => {
    expect(hover('steps:\n  - name: A\n    type: HTTP|')).toMatchObject({ detail: 'HTTP request' })
    expect(hover('steps:\n  - name: A\n    type: MAGIC|')).toBeNull()
  })

  it('is how a function is called, and what its comment says, under any spelling', () => {
    expect(hover('steps:\n  - name: A\n    function: orders.charge|')).toEqual({
      title: 'orders.charge',
      detail: 'function',
      signature: 'charge(total: number): Receipt',
      text: 'Takes the money.',
    })
    expect(hover('steps:\n  - { name: A, function: orders.Plain| }')).toMatchObject({ title: 'orders.plain', text: '' })
    expect(hover('steps:\n  - name: A\n    function: orders.gone|')).toBeNull()
  })

  it('is nothing for what it does not know', () => {
    expect(hover('steps:\n  - name: A\n    with:\n      mine|: 3')).toBeNull()
    expect(hover('steps:\n  - name: A|')).toBeNull()
  })
})
