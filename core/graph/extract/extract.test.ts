import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '../apply-edit.ts'
import { decompile } from '../decompile.ts'
import { edited, refused } from '../testing/edit-text.ts'
import { subWorkflowText } from './sub-workflow-text.ts'

const text = `workflow_type: Loan
saga_enabled: true
fail_fast: false
steps:
  - name: Fetch
    function: x.fetch
    output_key: customer
  # scores
  - name: Score
    type: TRANSFORM
    set: { score: 'steps.Fetch.output.age + input.bonus' }
  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 3
        target: Good
      - default: Bad
  - name: Good
    type: TRANSFORM
    set: { verdict: '"good"' }
    next: Judged
  - name: Bad
    type: TRANSFORM
    set: { verdict: '"bad"' }
    next: Judged
  - name: Judged
    type: SCRIPT
    output_key: judged
    code: return state.verdict
    dependencies: [Good, Bad]
  - name: Tell
    type: HTTP
    http_config: { url: "https://x.org/{{ steps.Judged.output.note }}" }
layout:
  Score: [10, 20]
  Tell: [0, 900]
  group 1: { title: Risk, steps: [Score] }
`
const part = ['Score', 'Gate', 'Good', 'Bad', 'Judged']
const extracted = (of: string, steps: readonly string[] = part) => {
  const made = subWorkflowText(of, steps, 'Loan.Score_it')
  return made.ok ? made.text : `${made.code}: ${made.message}`
}
const edges = (of: string) => {
  const { definition, layout } = parse(of)
  return definition === null
    ? []
    : decompile(definition, layout).edges.map(({ source, target, kind }) => `${source} ${kind} ${target}`)
}
const no = (steps: readonly string[], of = text) =>
  refused(of, { type: 'extract_steps', steps, workflow: 'Sub' }).message

describe('a selection', () => {
  it('becomes a workflow of its own, with its comments and what it reads', () => {
    const made = extracted(text)
    expect(made).toMatchInlineSnapshot(`
      "workflow_type: Loan.Score_it
      description: A part of Loan
      saga_enabled: true
      fail_fast: false
      input_schema:
        type: object
        properties:
          customer: {}
          bonus: {}
      steps:
        # scores
        - name: Score
          type: TRANSFORM
          set: { score: 'state.customer.age + input.bonus' }
        - name: Gate
          type: DECISION
          routes:
            - condition: state.score > 3
              target: Good
            - default: Bad
        - name: Good
          type: TRANSFORM
          set: { verdict: '"good"' }
          next: Judged
        - name: Bad
          type: TRANSFORM
          set: { verdict: '"bad"' }
          next: Judged
        - name: Judged
          type: SCRIPT
          output_key: judged
          code: return state.verdict
          dependencies: [Good, Bad]
      layout:
        Score: [10, 20]
        group 1: { title: Risk, steps: [Score] }
      "
    `)
    expect(parse(made).problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(edges(made)).toEqual(edges(text).filter((edge) => !edge.includes('Fetch') && !edge.includes('Tell')))
  })

  it('has the line breaks of the text that it comes from', () => {
    const made = extracted(text.replaceAll('\n', '\r\n'))
    expect(made).toBe(extracted(text).replaceAll('\n', '\r\n'))
  })

  it('says of its input what is known where the run comes to it', () => {
    const typed = `workflow_type: Typed
input_schema:
  type: object
  properties:
    age: { type: integer, title: Age, minimum: 0 }
    rows: { type: array, items: { type: string } }
    over: { type: string }
    free: {}
steps:
  - name: Before
    type: TRANSFORM
    set: { over: '3', sum: 'size(input.rows) + 1', both: 'input.age > 3 ? "x" : null', since: run.created_at, at: 'timestamp("2026-01-01T00:00:00Z")', mixed: 'input.age > 3 ? [1] : "no"', list: '[1]', bare: '[]', object: '{}', pair: '{"a": 1}' }
  - name: In
    type: TRANSFORM
    set: { total: state.age + state.sum, twice: state.total, half: state.parts.a, parts.a: '1' }
  - name: Ask
    type: SCRIPT
    output_key: answer
    when: state.over == 3 && state.both != null && state.at == state.since && state.mixed == state.rows
    code: return [state.list, state.bare, state.object, state.pair, state.free, state.parts, state.total, state.lost]
    on_failure: { target_step: Rescue }
  - name: Gate
    type: DECISION
    routes: [{ condition: state.answer, target: Good }, { default: Bad }]
  - name: Good
    type: SIGNAL
    signal: x
    output_key: signalled
    next: END
  - name: Bad
    type: SCRIPT
    output_key: bad
    code: return 1
    next: Last
  - name: Rescue
    type: SCRIPT
    code: return state.answer
    output_key: rescued
    next: END
  - name: Last
    type: SCRIPT
    output_key: last
    code: return [state.bad, state.signalled]
    next: END
`
    const made = extracted(typed, ['In', 'Ask', 'Gate', 'Good', 'Bad', 'Rescue', 'Last'])
    const { definition, problems } = parse(made)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(definition?.input_schema?.properties).toEqual({
      age: { type: 'integer', title: 'Age', minimum: 0 },
      sum: { type: 'number' },
      parts: {},
      over: { type: 'number' },
      both: { type: ['string', 'null'] },
      at: {},
      since: { type: 'number' },
      mixed: {},
      rows: { type: 'array', items: { type: 'string' } },
      list: { type: 'array', items: { type: 'number' } },
      bare: { type: 'array' },
      object: { type: 'object' },
      pair: { type: 'object', properties: { a: { type: 'number' } } },
      free: {},
      lost: {},
      answer: {},
      signalled: {},
    })
  })

  it('leaves one step behind, to which and from which the same edges lead', () => {
    const after = edited(text, { type: 'extract_steps', steps: part, workflow: 'Loan.Score_it' })
    expect(after).toMatchInlineSnapshot(`
      "workflow_type: Loan
      saga_enabled: true
      fail_fast: false
      steps:
        - name: Fetch
          function: x.fetch
          output_key: customer
        - name: Score_it
          type: SUB_WORKFLOW
          sub_workflow_type: Loan.Score_it
          input: "{{ state }}"
        - name: Score_it_result
          type: TRANSFORM
          set:
            score: "has(steps.Score_it.output.score) ? steps.Score_it.output.score : null"
            verdict: "has(steps.Score_it.output.verdict) ? steps.Score_it.output.verdict : null"
            judged: "has(steps.Score_it.output.judged) ? steps.Score_it.output.judged : null"
        - name: Tell
          type: HTTP
          http_config: { url: "https://x.org/{{ steps.Score_it.output.judged.note }}" }
      layout:
        Tell: [0, 900]
        Score_it: [10, 20]
        Score_it_result: [10, 132]
      "
    `)
    expect(edges(after)).toEqual([
      'Fetch normal Score_it',
      'Score_it normal Score_it_result',
      'Score_it_result normal Tell',
    ])
    expect(parse(after).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('may be the beginning, the end, or everything', () => {
    expect(edges(edited(text, { type: 'extract_steps', steps: ['Fetch'], workflow: 'Sub' }))[0]).toBe(
      'Sub normal Sub_result',
    )
    const tail = text.replace('steps.Judged.output.note', 'state.note')
    expect(edges(edited(tail, { type: 'extract_steps', steps: ['Tell'], workflow: 'Sub' }))).toContain(
      'Judged normal Sub',
    )
    expect(edges(edited(text, { type: 'extract_steps', steps: [...part, 'Fetch', 'Tell'], workflow: 'Sub' }))).toEqual([
      'Sub normal Sub_result',
    ])
    expect(
      extracted('workflow_type: A\nsteps:\n  - name: A\n    type: WAIT\n    duration_seconds: 1\n', ['A']),
    ).toContain('name: A')
  })

  it('may stand behind a route, beside the way that was not taken', () => {
    const after = edited(text, { type: 'extract_steps', steps: ['Good'], workflow: 'Sub' })
    expect(edges(after)).toContain('Gate route Sub')
    expect(edges(after)).toContain('Sub_result normal Judged')
  })

  it('stays where one step cannot stand for it, and is told why', () => {
    expect(no([])).toBe('Nothing is selected.')
    expect(no(['Score', 'Gate', 'Good'])).toMatch(/^Gate chooses between ways inside and outside/)
    expect(no(['Fetch', 'Good'])).toMatch(/begins the workflow/)
    expect(no(['Good', 'Judged'])).toMatch(/^Judged follows steps inside and outside/)
    expect(no(['Good', 'Bad'])).toMatch(/by different ways/)
  })

  it('stays where its results could not be read any more', () => {
    const lost = text.replace('    output_key: customer\n', '')
    expect(no(part, lost)).toMatch(/^Score reads the result of Fetch across the border/)
    expect(extracted(lost)).toMatch(/^not_allowed/)
    const twice = text.replace('set: { verdict: \'"bad"\' }', "set: { judged.x: '1' }")
    expect(no(part, twice)).toMatch(/^Tell reads the result of Judged/)
    const http = text.replace('steps.Judged.output.note', 'steps.Judged.http.status')
    expect(no(part, http)).toMatch(/^Tell reads the result of Judged/)
    const script =
      'workflow_type: A\nsteps:\n  - name: A\n    function: x.a\n    output_key: a\n  - name: B\n    type: SCRIPT\n    code: return steps.A.output\n'
    expect(no(['B'], script)).toMatch(/^B reads the result of A/)
  })

  it('stays where it meets something beside it, a loop, or what only the workflow has', () => {
    const parallel =
      'workflow_type: A\nsteps:\n  - name: A\n    function: x.a\n    next: [B, C]\n  - name: B\n    function: x.b\n    next: END\n  - name: C\n    function: x.c\n'
    expect(no(['B'], parallel)).toMatch(/^C may run beside the selection/)
    const loop = text.replace('    next: Judged\n  - name: Bad', '    next: Score\n  - name: Bad')
    expect(no(['Gate', 'Good', 'Bad'], loop)).toMatch(/leads through the edge of the selection/)
    const child = 'workflow_type: A\nsteps:\n  - name: A\n    type: SUB_WORKFLOW\n    sub_workflow_type: B\n'
    expect(no(['A'], child)).toMatch(/^A gets the input of the workflow/)
    const inserting =
      'workflow_type: A\nsteps:\n  - name: A\n    function: x.a\n    dynamic_injection: { rules: [{ condition_key: x, value_match: 1, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Z, function: x.z }] }] }\n'
    expect(no(['A'], inserting)).toMatch(/^A inserts steps/)
    const many = Array.from(
      { length: 11 },
      (_, at) => `  - name: D${at}\n    type: DECISION\n    routes: [{ default: ${at === 10 ? 'E' : `D${at + 1}`} }]\n`,
    )
    const long = `workflow_type: A\nsteps:\n${many.join('')}  - name: E\n    function: x.e\n  - name: F\n    function: x.f\n`
    expect(no([...Array.from({ length: 11 }, (_, at) => `D${at}`), 'E'], long)).toMatch(/more than 10 decisions/)
    expect(refused('a: [', { type: 'extract_steps', steps: ['A'], workflow: 'B' }).code).toBe('text_broken')
    expect(extracted('a: [')).toMatch(/^text_broken/)
    expect(extracted('a: 1\n')).toMatch(/^not_allowed/)
    expect(extracted('{workflow_type: W, steps: [{name: A, function: x.a}]}\n', ['A'])).toMatch(/^text_broken/)
    expect(extracted('? workflow_type\n: W\n? steps\n: - name: A\n', ['A'])).toMatch(/^not_expressible/)
    expect(extracted('workflow_type: A\nsteps: &a []\nlayout: *a\n')).toMatch(/^text_broken/)
  })

  it('gives back what is read by name where a function gives what it likes', () => {
    const open = `workflow_type: A
steps:
  - name: A
    function: x.a
  - name: B
    type: SCRIPT
    code: return state.n
    output_key: b
`
    const after = edited(open, { type: 'extract_steps', steps: ['A'], workflow: 'x-y' })
    expect(after).toContain(`n: 'has(steps["x-y"].output.n) ? steps["x-y"].output.n : null'`)
    const opaque = open.replace('type: SCRIPT', 'function: x.b').replace('    code: return state.n\n', '')
    expect(no(['A'], opaque)).toMatch(/^B may read anything that A gives/)
    const loop = open.replace('type: SCRIPT', 'type: PARALLEL').replace('    code: return state.n\n', '    tasks: []\n')
    expect(no(['A'], loop)).toMatch(/^B may read anything/)
    const body = open.replace('type: SCRIPT', 'type: LOOP').replace('    code: return state.n\n', '    loop_body: []\n')
    expect(no(['A'], body)).toMatch(/^B may read anything/)
  })

  it('may hold a loop of its own, and steps that several lists named', () => {
    const loop = `workflow_type: A
steps:
  - name: A
    type: WAIT
    duration_seconds: 1
  - name: Again
    type: DECISION
    routes: [{ condition: state.x, target: A }, { default: B }]
  - name: Never
    type: DECISION
    routes: []
    dependencies: [A]
  - name: B
    type: WAIT
    duration_seconds: 1
  - name: C
    type: WAIT
    duration_seconds: 1
    dependencies: [A, B]
`
    const after = edited(loop, { type: 'extract_steps', steps: ['A', 'Again', 'Never', 'B'], workflow: 'S' })
    expect(edges(after)).toEqual(['S normal C'])
    expect(after).toContain('dependencies: [S]')
  })

  it('stays where the run does not always come out of it', () => {
    const maybe = text
      .replace('    dependencies: [Good, Bad]\n', '')
      .replace('\'"bad"\' }\n    next: Judged', '\'"bad"\' }\n    next: END')
    expect(no(['Score', 'Gate', 'Good', 'Bad'], maybe)).toMatch(/^The run does not always come to Judged/)
    expect(applyEdit(maybe, { type: 'extract_steps', steps: part, workflow: 'S' }).ok).toBe(false)
  })
})

describe('a field of the input', () => {
  const reads = (written: string, read: string, after = 'other') => `workflow_type: W
steps:
  - { name: A, type: TRANSFORM, set: { ${written}: '1' } }
  - { name: B, type: TRANSFORM, set: { y: '${read} + 1' } }
  - { name: C, type: TRANSFORM, set: { ${after}: '2' } }
`
  it('that a step before writes over keeps its reader where it is', () => {
    const message =
      'B reads input.x, and A writes another x into the state, which a sub-workflow gets as its input. Rename one of them first.'
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
    expect(no(['L'], all)).toMatch(/^Z may read anything that L gives/)
  })
  it('stays where a workflow in it gets the input', () => {
    expect(no(['L'], loop('{ name: In, type: SUB_WORKFLOW, sub_workflow_type: B }'))).toMatch(
      /^In gets the input of the workflow/,
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
      /^B reads the whole input, and A writes into the state/,
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
