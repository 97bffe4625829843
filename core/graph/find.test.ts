import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { ValueType } from '#core/expression/check/types.ts'
import { findSteps } from './find.ts'
import { notesOf } from './notes.ts'

const text = `workflow_type: Search
steps:
  # ask Maria about this one
  - name: Check
    function: loans.check
    output_key: risk.score
    dynamic_injection:
      rules:
        - { condition_key: tier, value_match: gold, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Gift, function: loans.gift }] }
  - name: Gate
    type: DECISION
    routes:
      - condition: state . risk.score >= 75 && steps.Check.output.ok
        target: Tell
      - default: Each
  - name: Tell
    type: HTTP
    retry: { max_attempts: 3 }
    http_config:
      url: "https://example.org/a/rather/long/address/with/many/parts/{{ steps.Check.output.id }}/and/more/of/it"
      headers: { X-Trace: null }
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.items
    loop_body:
      - name: Inner
        type: LOOP
        mode: ITERATE
        iterate_over: input.items
        loop_body:
          - name: Deep
            type: TRANSFORM
            set: { total: 'steps["Check"].output.n' }
  - name: Both
    type: PARALLEL
    tasks: [{ name: Count, function: loans.count }]
  - name: Sum
    type: TRANSFORM
    set: { a.b: '1', c: state.total }
  - name: Odd
    type: NEW_KIND
    when: state["risk.score"] > 1 || state.a.b > 2 || steps.Gift.output == 1
`
const { definition } = parse(text)
if (definition === null) throw new Error('not readable')
const found = (search: string, notes = notesOf(text, parse(text))) => findSteps(definition, notes, search)
const steps = (search: string) => found(search).map(({ step }) => step)

describe('a search', () => {
  it('finds names, types and notes, without regard to case', () => {
    expect(found('tel')).toEqual([
      { step: 'Tell', field: 'name', excerpt: 'Tell' },
      { step: 'Gate', field: 'target', excerpt: 'Tell' },
    ])
    expect(steps('http request')).toEqual(['Tell'])
    expect(steps('new_kind')).toEqual(['Odd'])
    expect(found('maria')).toEqual([{ step: 'Check', field: 'note', excerpt: 'ask Maria about this one' }])
  })

  it('finds what is written in expressions, addresses, numbers and keys, with the words around it', () => {
    expect(found('>= 75')).toEqual([
      { step: 'Gate', field: 'condition', excerpt: 'state . risk.score >= 75 && steps.Check.output.ok' },
    ])
    expect(found('many/parts')).toEqual([
      {
        step: 'Tell',
        field: 'url',
        excerpt: '….org/a/rather/long/address/with/many/parts/{{ steps.Check.output.id }}/and…',
      },
    ])
    expect(steps('x-trace')).toEqual(['Tell'])
    expect(steps('max_attempts 3')).toEqual(['Tell'])
    expect(found('deep')).toEqual([{ step: 'Deep', field: 'name', excerpt: 'Deep' }])
  })

  it('finds steps of bodies, and those that rules insert, as themselves and not as the step around them', () => {
    expect(found('loans.gift')).toEqual([{ step: 'Gift', field: 'function', excerpt: 'loans.gift' }])
    expect(found('gold')).toEqual([{ step: 'Check', field: 'value_match', excerpt: 'gold' }])
    expect(steps('inner')).toEqual(['Inner'])
    expect(found('loans.count')).toEqual([{ step: 'Both', field: 'Count: function', excerpt: 'loans.count' }])
  })

  it('finds nothing without words, or when a word is missing', () => {
    expect(steps(' ')).toEqual([])
    expect(steps('tell nobody')).toEqual([])
    expect(steps('uses Nobody')).toEqual([])
  })

  it('finds who uses what a step gave, by its name and by where it is written', () => {
    expect(found('uses check')).toEqual([
      { step: 'Gate', field: 'condition', excerpt: 'state . risk.score >= 75 && steps.Che…' },
      { step: 'Tell', field: 'url', excerpt: expect.stringContaining('steps.Check.output.id') },
      { step: 'Deep', field: 'total', excerpt: 'steps["Check"].output.n' },
      { step: 'Odd', field: 'when', excerpt: expect.stringContaining('state["risk.score"]') },
    ])
    expect(found('uses deep')).toEqual([{ step: 'Sum', field: 'c', excerpt: 'state.total' }])
    expect(steps('uses Gift')).toEqual(['Odd'])
    expect(steps('use: Sum')).toEqual(['Odd'])
    expect(steps('uses Tell')).toEqual([])
  })

  it('finds who uses the fields of a result, which are merged into the state', () => {
    const loan = `workflow_type: Loan
steps:
  - name: Risk
    function: loans.risk
  - name: Gate
    type: DECISION
    routes: [{ condition: state.score > 40, target: Ask }, { default: END }]
  - name: Ask
    type: HUMAN
    title: Approve?
    form: { type: object, properties: { approved: { type: boolean } } }
  - name: Paid
    type: SIGNAL
    signal_name: paid
    schema: { type: object, properties: { amount: { type: number } } }
  - name: Kept
    type: SIGNAL
    signal_name: kept
    schema: { type: object, properties: { amount: { type: number } } }
    output_key: kept
  - name: Rated
    function: loans.rate
    when: state.approved
  - name: Told
    type: WAIT
    duration_seconds: 1
    when: state.amount > 1
`
    const read = parse(loan)
    const number = { kind: 'number' } as const
    const results = new Map<string, ValueType>([
      ['loans.risk', { kind: 'object', fields: { score: number }, others: undefined }],
      ['loans.rate', number],
    ])
    const users = (step: string, known?: typeof results) =>
      findSteps(read.definition as Definition, notesOf(loan, read), `uses ${step}`, known).map((found) => found.step)
    expect(users('Risk', results)).toEqual(['Gate'])
    expect(users('Risk')).toEqual([])
    expect(users('Ask')).toEqual(['Rated'])
    expect(users('Paid')).toEqual(['Told'])
    expect(users('Kept')).toEqual([])
    expect(users('Rated', results)).toEqual([])
  })
})
