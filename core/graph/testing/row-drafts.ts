import { readFileSync } from 'node:fs'

/** A workflow as people write it, with comments, empty lines and a gate. */
export const loan = readFileSync(
  new URL('../../definition/testing/examples/loan-approval.yaml', import.meta.url),
  'utf8',
)

/** Three steps that follow one another by their order alone: every other draft here is this one with a line more or less. */
export const row =
  'workflow_type: Row\nsteps:\n  - name: A\n    function: x.a\n  - name: B\n    function: x.b\n  - name: C\n    function: x.c\n'

/** The row with lines put behind the function of a step (`a`, `b` or `c`). */
export const behind = (step: string, lines: string) => row.replace(`x.${step}\n`, `x.${step}\n${lines}\n`)

export const jump = behind('a', '    next: C')
export const fork = behind('a', '    next: [B, C]')
export const single = behind('c', '    dependencies: [A]')
export const waiting = behind('c', '    dependencies: [A, B]')
export const failing = behind('c', '    on_failure: { target_step: A }')
export const commented = `${row.replace('  - name: B', '  # b\n  - name: B')}layout:\n  B: [1, 2]\n`
export const gate = row.replace('function: x.a', 'type: DECISION\n    next: C')
export const twoRoutes = row.replace(
  'function: x.a',
  'type: DECISION\n    routes:\n      - { condition: state.x, next: B }\n      - condition: state.y # why\n        target: C',
)
export const placed = `${jump}layout:\n  A: [1, 2]\n  B: [3, 4]\n  Z: [5, 6]\n`
export const withoutRoutes = row.replace('function: x.a', 'type: DECISION\n    routes: []')
export const unknownType = row.replace('function: x.a', 'type: MAGIC\n    spell: x')

/** A step that others speak of: in expressions, in templates, in strings that only look like it, and as a target. */
export const references = `workflow_type: Row
steps:
  - name: A
    function: x.a
  - name: L
    type: LOOP
    mode: ITERATE
    iterate_over: steps.A.output.list
    loop_body:
      - name: In
        function: x.in
        with: { a: "{{ steps.A.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['A'].x + my.steps.A }}"] }
  - name: D
    type: DECISION
    when: steps . A.output == 'steps.A' && steps["A"].output && steps.AB.output
    routes:
      - condition: steps.A.output # steps.A
        target: A
      - condition: steps.In.output
        target: A
      - 7
      - { condition: steps.B.output, next: L }
      - default: L
  - name: E
    function: x.e
    dependencies: [A, L]
    next: A
    description: |
      about steps.A
      and {{ steps.A.output }}
layout:
  A: [1, 2]
`
