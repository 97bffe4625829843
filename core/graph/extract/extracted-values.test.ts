import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { edited } from '../testing/edit-text.ts'
import { extracted, no } from './testing/loan-part.ts'

describe('a field of the input', () => {
  const reads = (written: string, read: string, after = 'other') => `workflow_type: W
steps:
  - { name: A, type: TRANSFORM, set: { ${written}: '1' } }
  - { name: B, type: TRANSFORM, set: { y: '${read} + 1' } }
  - { name: C, type: TRANSFORM, set: { ${after}: '2' } }
`
  it('that a step before writes over keeps its reader where it is', () => {
    const message =
      'B reads input.x, and A writes another x to the state, which a sub-workflow receives as its input. Rename one of them first.'
    expect(no(['B'], reads('x', 'input.x'))).toBe(message)
    expect(no(['B'], reads('x', 'input["x"]'))).toBe(message)
  })
  it('that nobody writes over before goes along', () => {
    for (const of of [reads('x', 'state.x'), reads('z', 'input.x'), reads('z', 'input.x', 'x')]) {
      expect(edited(of, { type: 'extract_steps', steps: ['B'], workflow: 'Sub' })).toContain('SUB_WORKFLOW')
    }
  })
})

describe('what a selection writes under names that are no words', () => {
  const odd = `workflow_type: W
steps:
  - { name: A, function: x.a, output_key: order-id }
  - { name: B, type: TRANSFORM, set: { y: 'steps.A.output.n + state["order-id"].n' } }
`
  it('is taken over and read in brackets', () => {
    const after = edited(odd, { type: 'extract_steps', steps: ['A'], workflow: 'in' })
    const { definition, problems } = parse(after)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const place = 'steps["in"].output["order-id"]'
    expect(definition?.steps.slice(1)).toMatchObject([
      { set: { 'order-id': `has(${place}) ? ${place} : null` } },
      { set: { y: `${place}.n + state["order-id"].n` } },
    ])
    const before = extracted(odd, ['B'])
    expect(before).toContain('state["order-id"].n + state["order-id"].n')
    expect(parse(before).definition?.input_schema?.properties).toEqual({ 'order-id': {} })
  })
})

describe('a loop in a selection', () => {
  const loop = (body: string, behind = "{ name: Z, type: TRANSFORM, set: { z: 'state.total' } }") => `workflow_type: W
steps:
  - name: L
    type: LOOP
    mode: ITERATE
    iterate_over: state.list
    max_iterations: 5
    output_key: rounds
    loop_body:
      - ${body}
  - ${behind}
`
  it('gives back what its body writes', () => {
    const after = edited(loop("{ name: In, type: TRANSFORM, set: { total: '1' } }"), {
      type: 'extract_steps',
      steps: ['L'],
      workflow: 'S',
    })
    expect(after).toContain('total: ')
    const free = loop('{ name: In, function: x.in }')
    expect(edited(free, { type: 'extract_steps', steps: ['L'], workflow: 'S' })).toContain('total: ')
    const all = loop('{ name: In, function: x.in }', '{ name: Z, type: HTTP, http_config: { url: "x{{ state }}" } }')
    expect(no(['L'], all)).toMatch(/^Z may read anything that L returns/)
  })
  it('stays where a workflow in it gets the input', () => {
    expect(no(['L'], loop('{ name: In, type: SUB_WORKFLOW, sub_workflow_type: B }'))).toMatch(
      /^In receives the input of the workflow/,
    )
  })
})

describe('the whole input', () => {
  const reads = (before: string) => `workflow_type: W
steps:
  - ${before}
  - { name: B, type: HTTP, http_config: { url: "https://x.org/{{ input }}" } }
`
  it('keeps its reader where it is once something is written into the state', () => {
    expect(no(['B'], reads("{ name: A, type: TRANSFORM, set: { x: '1' } }"))).toMatch(
      /^B reads the whole input, and A writes to the state/,
    )
    expect(no(['B'], reads('{ name: A, function: x.a }'))).toMatch(/^B reads the whole input/)
    expect(
      edited(reads('{ name: A, type: WAIT, duration_seconds: 1 }'), {
        type: 'extract_steps',
        steps: ['B'],
        workflow: 'S',
      }),
    ).toContain('SUB_WORKFLOW')
  })
})

it('a decision gives what its function gives', () => {
  const decided = `workflow_type: W
steps:
  - { name: A, type: DECISION, function: x.a, routes: [{ condition: state.n, target: B }, { default: B }] }
  - { name: B, type: TRANSFORM, set: { y: '1' } }
  - { name: C, type: TRANSFORM, set: { z: state.n } }
`
  expect(edited(decided, { type: 'extract_steps', steps: ['A', 'B'], workflow: 'S' })).toContain('n: ')
})

describe('a name without state in front', () => {
  const bare = `workflow_type: W
input_schema: { type: object, properties: { amount: { type: number, minimum: 1 } } }
steps:
  - name: A
    function: x.a
  - { name: B, type: HTTP, when: 'amount > 3 and not done', http_config: { url: "https://x.org/{{ limit }}", headers: { key: "{{ secrets.KEY }}" } } }
  - { name: C, type: TRANSFORM, set: { sum: 'amount + 1', twice: 'sum * 2' } }
  - { name: D, type: DECISION, routes: [{ condition: total > 3, target: E }, { default: E }] }
  - { name: E, type: WAIT, duration_seconds: pause }
`
  it('is a field of the input of the sub-workflow, as the workflow says it', () => {
    const kept = bare.replace('x.a\n', 'x.a\n    output_key: a\n')
    const made = parse(extracted(kept, ['B', 'C'])).definition
    expect(made?.input_schema?.properties).toEqual({
      amount: { type: 'number', minimum: 1 },
      done: {},
      limit: {},
    })
  })
  it('is given back where a function inside may write it', () => {
    const after = edited(bare, { type: 'extract_steps', steps: ['A'], workflow: 'S' })
    for (const name of ['amount', 'done', 'limit', 'total', 'pause']) {
      expect(after).toContain(`${name}: "has(steps.S.output.${name}) ? steps.S.output.${name} : null`)
    }
    expect(after).not.toContain('secrets: ')
  })
})
