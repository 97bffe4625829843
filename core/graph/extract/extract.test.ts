import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '../apply-edit.ts'
import { edited, refused } from '../testing/edit-text.ts'
import { edges, extracted, no, part, text } from './testing/loan-part.ts'

describe('a selection', () => {
  it('becomes a workflow of its own, with its comments and what it reads', () => {
    const made = extracted(text)
    expect(made).toMatchInlineSnapshot(`
      "workflow_type: Loan.Score_it
      description: Part of Loan
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
    expect(no(['Score', 'Gate', 'Good'])).toMatch(/^Gate chooses between paths inside and outside/)
    expect(no(['Fetch', 'Good'])).toMatch(/starts the workflow/)
    expect(no(['Good', 'Judged'])).toMatch(/^Judged follows steps inside and outside/)
    expect(no(['Good', 'Bad'])).toMatch(/on different paths/)
  })

  it('stays where its results could not be read any more', () => {
    const lost = text.replace('    output_key: customer\n', '')
    expect(no(part, lost)).toMatch(/^Score reads the result of Fetch across the selection/)
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
    expect(no(['B'], parallel)).toMatch(/^C can run in parallel with the selection/)
    const loop = text.replace('    next: Judged\n  - name: Bad', '    next: Score\n  - name: Bad')
    expect(no(['Gate', 'Good', 'Bad'], loop)).toMatch(/crosses the edge of the selection/)
    const child = 'workflow_type: A\nsteps:\n  - name: A\n    type: SUB_WORKFLOW\n    sub_workflow_type: B\n'
    expect(no(['A'], child)).toMatch(/^A receives the input of the workflow/)
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
    expect(no(['A'], opaque)).toMatch(/^B may read anything that A returns/)
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
    expect(no(['Score', 'Gate', 'Good', 'Bad'], maybe)).toMatch(/^The run does not always reach Judged/)
    expect(applyEdit(maybe, { type: 'extract_steps', steps: part, workflow: 'S' }).ok).toBe(false)
  })
})
