import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Edit } from './edit.ts'
import { changes, edited } from './testing/edit-text.ts'

const loan = readFileSync(new URL('../definition/testing/examples/loan-approval.yaml', import.meta.url), 'utf8')
const row =
  'workflow_type: Row\nsteps:\n  - name: A\n    function: x.a\n  - name: B\n    function: x.b\n  - name: C\n    function: x.c\n'
const behind = (step: string, lines: string) => row.replace(`x.${step}\n`, `x.${step}\n${lines}\n`)
const jump = behind('a', '    next: C')
const fork = behind('a', '    next: [B, C]')
const single = behind('c', '    dependencies: [A]')
const waiting = behind('c', '    dependencies: [A, B]')
const rooted = row.replace(/(x\.[bc])/g, '$1\n    dependencies: []')
const failing = behind('c', '    on_failure: { target_step: A }')
const filled = behind('a', '    retry: { max_attempts: 3 }')
const loop = behind('b', '    next: A').replace('x.c', 'x.c\n    dependencies: [B]')
const commented = `${row.replace('  - name: B', '  # b\n  - name: B')}layout:\n  B: [1, 2]\n`
const gate = row.replace('function: x.a', 'type: DECISION\n    next: C')
const open = row.replace(
  'function: x.a',
  'type: DECISION\n    routes:\n      - { condition: state.x, next: B }\n      - condition: state.y # why\n        target: C',
)
const circle = behind('b', '    next: B')
const forward = behind('a', '    next: B').replace('x.b\n', 'x.b\n    next: [A, C]\n')
const placed = `${jump}layout:\n  A: [1, 2]\n  B: [3, 4]\n  Z: [5, 6]\n`
const handled = behind('b', '    on_failure: { target_step: C }')
const back = handled.replace('x.a', 'x.a\n    dependencies: []')
const twoRoots = behind('c', '    dependencies: []')
const repeated = open.replace('x.b', 'x.b\n    dependencies: [A]')
const lonely = row.replace('function: x.a', 'type: DECISION\n    routes: []')
const after = `${lonely.replace('x.b', 'x.b\n    dependencies: []')}  - name: L\n    dependencies: [A]\n    next: [B, C]\n`
const unknown = row.replace('function: x.a', 'type: MAGIC\n    spell: x')
const nameless = 'workflow_type: Odd\nsteps:\n  - name: A\n  - function: x.b\n  - 5\n  - name: A\n  - name: 0x10\n'
const references = `workflow_type: Row
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

/** The lines that an edit takes out and puts in. */
function diff(text: string, edit: Edit): string {
  return changes(text, edited(text, edit)).join('\n')
}

describe('add_step', () => {
  it('alone, at the end: it leads nowhere and nothing leads to it', () => {
    expect(
      diff(loan, { type: 'add_step', step: { type: 'WAIT', name: 'New' }, position: { x: 10.4, y: -20 } }),
    ).toMatchInlineSnapshot(`
      "+  - name: New
      +    type: WAIT
      +
      +layout:
      +  New: [10, -20]
      +"
    `)
    expect(diff(row, { type: 'add_step', step: { type: 'STANDARD' } })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: Function
      +    type: STANDARD"
    `)
  })
  it('behind a step that others follow: below the row, which stays one', () => {
    expect(
      diff(row, {
        type: 'add_step',
        step: { type: 'HUMAN', name: 'D', fields: { title: 'T', name: 'x' } },
        after: 'A',
      }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: D
      +    type: HUMAN
      +    title: T"
    `)
  })
  it('at the end of an edge from the last step: order joins them', () => {
    expect(
      diff(row, { type: 'add_step', step: { type: 'WAIT', name: 'New' }, connect: { from: 'C', kind: 'normal' } }),
    ).toMatchInlineSnapshot(`
      "+  - name: New
      +    type: WAIT"
    `)
  })
  it('at the end of an edge from a step that others follow', () => {
    expect(
      diff(row, { type: 'add_step', step: { type: 'WAIT', name: 'New' }, connect: { from: 'A', kind: 'normal' } }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: New
      +    type: WAIT
      +    dependencies: [A]"
    `)
  })
  it('at the end of an edge from a step that ended its branch', () => {
    expect(
      diff(loan, {
        type: 'add_step',
        step: { type: 'WAIT', name: 'New' },
        connect: { from: 'Decline', kind: 'normal' },
      }),
    ).toMatchInlineSnapshot(`
      "-    next: END
      +    next: New
      +  - name: New
      +    type: WAIT
      +"
    `)
  })
  it('at the end of a route, with a condition or never taken yet', () => {
    expect(
      diff(loan, {
        type: 'add_step',
        step: { type: 'WAIT', name: 'New' },
        connect: { from: 'Decided', kind: 'route', condition: 'state.x' },
      }),
    ).toMatchInlineSnapshot(`
      "+      - condition: state.x
      +        target: New
      +  - name: New
      +    type: WAIT
      +    next: END
      +"
    `)
    expect(
      diff(loan, {
        type: 'add_step',
        step: { type: 'WAIT', name: 'New' },
        connect: { from: 'Decided', kind: 'route' },
      }),
    ).toMatchInlineSnapshot(`
      "+      - condition: "false"
      +        target: New
      +  - name: New
      +    type: WAIT
      +    next: END
      +"
    `)
  })
  it('to handle a failure', () => {
    expect(
      diff(row, { type: 'add_step', step: { type: 'WAIT', name: 'New' }, connect: { from: 'B', kind: 'failure' } }),
    ).toMatchInlineSnapshot(`
      "+    on_failure: { target_step: New }
      +  - name: New
      +    type: WAIT"
    `)
  })
  it('first of all, and with what its type cannot do without', () => {
    expect(
      diff('workflow_type: New\nsteps: []\n', { type: 'add_step', step: { type: 'DECISION' } }),
    ).toMatchInlineSnapshot(`
      "-steps: []
      +steps:
      +  - name: Decision
      +    type: DECISION
      +    routes: []"
    `)
    expect(
      diff('workflow_type: New\n', { type: 'add_step', step: { type: 'LOOP', name: 'L' } }),
    ).toMatchInlineSnapshot(`
      "+steps:
      +  - name: L
      +    type: LOOP
      +    mode: ITERATE
      +    loop_body: []
      +"
    `)
  })
})

describe('insert_on_edge', () => {
  it('in a row: between the two', () => {
    expect(
      diff(row, {
        type: 'insert_on_edge',
        step: { type: 'WAIT', name: 'New' },
        edge: { from: 'A', to: 'B', kind: 'normal' },
        position: { x: 1, y: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "+  - name: New
      +    type: WAIT
      +layout:
      +  New: [1, 2]
      +"
    `)
  })
  it('on a next: it leads to the new step, and that to the target', () => {
    expect(
      diff(jump, {
        type: 'insert_on_edge',
        step: { type: 'WAIT', name: 'New' },
        edge: { from: 'A', to: 'C', kind: 'normal' },
        position: { x: 1, y: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "+    next: New
      +  - name: New
      +    type: WAIT
      +layout:
      +  New: [1, 2]
      +"
    `)
  })
  it('on a dependency: the target waits for the new step', () => {
    expect(
      diff(waiting, {
        type: 'insert_on_edge',
        step: { type: 'WAIT', name: 'New' },
        edge: { from: 'A', to: 'C', kind: 'normal' },
        position: { x: 1, y: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: New
      +    type: WAIT
      +    dependencies: [A]
      -    dependencies: [A, B]
      +    dependencies: [New, B]
      +layout:
      +  New: [1, 2]
      +"
    `)
  })
  it('on a route', () => {
    expect(
      diff(loan, {
        type: 'insert_on_edge',
        step: { type: 'WAIT', name: 'New' },
        edge: { from: 'Risk_Gate', to: 'Decline', kind: 'route' },
        position: { x: 1, y: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "-        target: Decline
      +        target: New
      +  - name: New
      +    type: WAIT
      +    next: Decline
      +
      +layout:
      +  New: [1, 2]
      +"
    `)
  })
  it('on a failure', () => {
    expect(
      diff(failing, {
        type: 'insert_on_edge',
        step: { type: 'WAIT', name: 'New' },
        edge: { from: 'C', to: 'A', kind: 'failure' },
        position: { x: 1, y: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "-    on_failure: { target_step: A }
      +    on_failure: { target_step: New }
      +  - name: New
      +    type: WAIT
      +    next: A
      +layout:
      +  New: [1, 2]
      +"
    `)
  })
  it('into a step that follows another by order, too', () => {
    expect(
      diff(gate, {
        type: 'insert_on_edge',
        step: { type: 'WAIT', name: 'New' },
        edge: { from: 'A', to: 'C', kind: 'route' },
        position: { x: 1, y: 2 },
      }),
    ).toMatchInlineSnapshot(`
      "+    next: New
      +  - name: New
      +    type: WAIT
      +    dependencies: [B]
      +layout:
      +  New: [1, 2]
      +"
    `)
  })
  it('a DECISION has the target as its default', () => {
    expect(
      diff(row, {
        type: 'insert_on_edge',
        step: { type: 'DECISION', name: 'D' },
        edge: { from: 'A', to: 'B', kind: 'normal' },
      }),
    ).toMatchInlineSnapshot(`
      "+  - name: D
      +    type: DECISION
      +    routes:
      +      - default: B"
    `)
  })
})

describe('remove_steps', () => {
  it('with a bridge past several, round a circle and out of a DECISION', () => {
    expect(diff(row, { type: 'remove_steps', steps: ['A', 'B'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: A
      -    function: x.a
      -  - name: B
      -    function: x.b"
    `)
    expect(diff(circle, { type: 'remove_steps', steps: ['B'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: B
      -    function: x.b
      -    next: B
      +    next: END"
    `)
    expect(diff(forward, { type: 'remove_steps', steps: ['B'], bridge: true })).toMatchInlineSnapshot(`
      "-    next: B
      -  - name: B
      -    function: x.b
      -    next: [A, C]
      +    next: C"
    `)
    expect(diff(open, { type: 'remove_steps', steps: ['A'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: A
      -    type: DECISION
      -    routes:
      -      - { condition: state.x, next: B }
      -      - condition: state.y # why
      -        target: C"
    `)
  })
  it('with a bridge leave a root a root', () => {
    expect(diff(after, { type: 'remove_steps', steps: ['L'], bridge: true })).toMatchInlineSnapshot(`
      "+    next: END
      -  - name: L
      -    next: [B, C]"
    `)
  })
  it('that are named beside others', () => {
    expect(diff(fork, { type: 'remove_steps', steps: ['B'] })).toMatchInlineSnapshot(`
      "-    next: [B, C]
      -  - name: B
      -    function: x.b
      +    next: [C]"
    `)
    expect(diff(placed, { type: 'remove_steps', steps: ['B'] })).toMatchInlineSnapshot(`
      "-  - name: B
      -    function: x.b
      -  B: [3, 4]"
    `)
    expect(diff(gate, { type: 'remove_steps', steps: ['C'] })).toMatchInlineSnapshot(`
      "-    next: C
      -  - name: C
      -    function: x.c"
    `)
  })
  it('takes the step, its comments, its edges and its place, and ends the branch that led to it', () => {
    expect(diff(commented, { type: 'remove_steps', steps: ['B'] })).toMatchInlineSnapshot(`
      "-  # b
      -  - name: B
      -    function: x.b
      +    next: END
      -layout:
      -  B: [1, 2]"
    `)
  })
  it('takes the references to it', () => {
    expect(diff(jump, { type: 'remove_steps', steps: ['C'] })).toMatchInlineSnapshot(`
      "-    next: C
      +    next: END
      -  - name: C
      -    function: x.c"
    `)
    expect(diff(failing, { type: 'remove_steps', steps: ['A'] })).toMatchInlineSnapshot(`
      "-  - name: A
      -    function: x.a
      -    on_failure: { target_step: A }"
    `)
    expect(diff(waiting, { type: 'remove_steps', steps: ['A', 'B'] })).toMatchInlineSnapshot(`
      "-  - name: A
      -    function: x.a
      -  - name: B
      -    function: x.b
      -    dependencies: [A, B]"
    `)
    expect(diff(loan, { type: 'remove_steps', steps: ['Decline', 'Disburse_Loan'] })).toMatchInlineSnapshot(`
      "-      # hopeless
      -      - condition: state.risk_score >= 75
      -        target: Decline
      -      # fine
      -      - default: Disburse_Loan
      -    routes:
      -      - condition: state.approved == true
      -        target: Disburse_Loan
      -      - default: Decline
      -
      -  - name: Disburse_Loan
      -    function: loans.disburse
      -    next: END
      -
      -  - name: Decline
      -    function: loans.decline
      -    next: END
      +    routes: []"
    `)
  })
  it('with a bridge joins what was before and behind', () => {
    expect(diff(row, { type: 'remove_steps', steps: ['B'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: B
      -    function: x.b"
    `)
    expect(diff(jump, { type: 'remove_steps', steps: ['C'], bridge: true })).toMatchInlineSnapshot(`
      "-    next: C
      +    next: END
      -  - name: C
      -    function: x.c"
    `)
    expect(diff(failing, { type: 'remove_steps', steps: ['A'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: A
      -    function: x.a
      -    on_failure: { target_step: A }
      +    on_failure: { target_step: B }"
    `)
    expect(diff(waiting, { type: 'remove_steps', steps: ['B'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: B
      -    function: x.b
      -    dependencies: [A, B]
      +    dependencies: [A]"
    `)
    expect(
      diff(loan, { type: 'remove_steps', steps: ['Manager_Approval', 'Decided'], bridge: true }),
    ).toMatchInlineSnapshot(`
      "-        target: Manager_Approval
      +        target: Decline
      -  - name: Manager_Approval
      -    type: HUMAN
      -    title: "Loan of {{ input.amount }} for {{ input.customer }}"
      -    groups: [credit]
      -    form:
      -      type: object
      -      required: [approved]
      -      properties:
      -        approved: { type: boolean, title: Approve the loan }
      -        note: { type: string, maxLength: 500 }
      -    due_in_seconds: 86400
      -
      -  - name: Decided
      -    type: DECISION
      -    routes:
      -      - condition: state.approved == true
      -        target: Disburse_Loan
      -      - default: Decline
      -"
    `)
    expect(diff(loop, { type: 'remove_steps', steps: ['B'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: B
      -    function: x.b
      -    next: A
      -    dependencies: [B]"
    `)
  })
})

describe('rename_step', () => {
  it('takes over the place that a stale name had in the layout', () => {
    expect(diff(placed, { type: 'rename_step', step: 'A', name: 'Z' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: Z
      -  A: [1, 2]
      +  Z: [1, 2]
      -  Z: [5, 6]"
    `)
  })
  it('everywhere: edges, expressions, templates, layout', () => {
    expect(diff(references, { type: 'rename_step', step: 'A', name: 'with-dash' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: with-dash
      -    iterate_over: steps.A.output.list
      +    iterate_over: steps["with-dash"].output.list
      -        with: { a: "{{ steps.A.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['A'].x + my.steps.A }}"] }
      +        with: { a: "{{ steps[\\"with-dash\\"].output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['with-dash'].x + my.steps.A }}"] }
      -    when: steps . A.output == 'steps.A' && steps["A"].output && steps.AB.output
      +    when: steps["with-dash"].output == 'steps.A' && steps["with-dash"].output && steps.AB.output
      -      - condition: steps.A.output # steps.A
      -        target: A
      +      - condition: steps["with-dash"].output # steps.A
      +        target: with-dash
      -        target: A
      +        target: with-dash
      -    dependencies: [A, L]
      -    next: A
      +    dependencies: [with-dash, L]
      +    next: with-dash
      -      and {{ steps.A.output }}
      +      and {{ steps["with-dash"].output }}
      -  A: [1, 2]
      +  with-dash: [1, 2]"
    `)
    expect(diff(references, { type: 'rename_step', step: 'A', name: 'Z' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: Z
      -    iterate_over: steps.A.output.list
      +    iterate_over: steps.Z.output.list
      -        with: { a: "{{ steps.A.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['A'].x + my.steps.A }}"] }
      +        with: { a: "{{ steps.Z.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['Z'].x + my.steps.A }}"] }
      -    when: steps . A.output == 'steps.A' && steps["A"].output && steps.AB.output
      +    when: steps . Z.output == 'steps.A' && steps["Z"].output && steps.AB.output
      -      - condition: steps.A.output # steps.A
      -        target: A
      +      - condition: steps.Z.output # steps.A
      +        target: Z
      -        target: A
      +        target: Z
      -    dependencies: [A, L]
      -    next: A
      +    dependencies: [Z, L]
      +    next: Z
      -      and {{ steps.A.output }}
      +      and {{ steps.Z.output }}
      -  A: [1, 2]
      +  Z: [1, 2]"
    `)
    expect(diff(references, { type: 'rename_step', step: 'In', name: 'Inner' })).toMatchInlineSnapshot(`
      "-      - name: In
      +      - name: Inner
      -      - condition: steps.In.output
      +      - condition: steps.Inner.output"
    `)
    expect(diff(failing, { type: 'rename_step', step: 'A', name: 'Z' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: Z
      -    on_failure: { target_step: A }
      +    on_failure: { target_step: Z }"
    `)
  })
})

describe('set_field', () => {
  it('of a type that is not known: at the end of what is there', () => {
    expect(diff(unknown, { type: 'set_field', step: 'A', path: ['more'], value: 1 })).toMatchInlineSnapshot(
      `"+    more: 1"`,
    )
  })
  it('one that is there: its characters', () => {
    expect(
      diff(loan, { type: 'set_field', step: 'Manager_Approval', path: ['title'], value: 'A "new" title' }),
    ).toMatchInlineSnapshot(`
      "-    title: "Loan of {{ input.amount }} for {{ input.customer }}"
      +    title: "A \\"new\\" title""
    `)
    expect(
      diff(loan, { type: 'set_field', step: 'Manager_Approval', path: ['groups'], value: ['credit', 'risk'] }),
    ).toMatchInlineSnapshot(`
      "-    groups: [credit]
      +    groups: [credit, risk]"
    `)
    expect(
      diff(references, { type: 'set_field', step: 'In', path: ['function'], value: 'x.y' }),
    ).toMatchInlineSnapshot(`
      "-        function: x.in
      +        function: x.y"
    `)
  })
  it('a new one: one line at its sensible place', () => {
    expect(
      diff(loan, { type: 'set_field', step: 'Disburse_Loan', path: ['timeout_seconds'], value: 30 }),
    ).toMatchInlineSnapshot(`"+    timeout_seconds: 30"`)
    expect(
      diff(loan, { type: 'set_field', step: 'Calculate_Risk', path: ['retry', 'max_attempts'], value: 3 }),
    ).toMatchInlineSnapshot(`"+    retry: { max_attempts: 3 }"`)
    expect(
      diff(loan, { type: 'set_field', step: 'Risk_Gate', path: ['routes', 2, 'note'], value: 'kept' }),
    ).toMatchInlineSnapshot(`"+        note: kept"`)
    expect(
      diff(row, { type: 'set_field', step: 'A', path: ['with', 'list', 0], value: 'first' }),
    ).toMatchInlineSnapshot(`
      "+    with:
      +      list: [first]"
    `)
    expect(
      diff(row, { type: 'set_field', step: 'A', path: ['mine'], value: { a: 1, b: undefined } as never }),
    ).toMatchInlineSnapshot(`"+    mine: { a: 1 }"`)
  })
  it('removed, with what it leaves empty', () => {
    expect(diff(loan, { type: 'set_field', step: 'Manager_Approval', path: ['due_in_seconds'] })).toMatchInlineSnapshot(
      `"-    due_in_seconds: 86400"`,
    )
    expect(
      diff(loan, { type: 'set_field', step: 'Manager_Approval', path: ['form', 'properties', 'note', 'maxLength'] }),
    ).toMatchInlineSnapshot(`
      "-        note: { type: string, maxLength: 500 }
      +        note: { type: string }"
    `)
    expect(diff(loan, { type: 'set_field', step: 'Risk_Gate', path: ['routes', 0] })).toMatchInlineSnapshot(`
      "-      # hopeless
      -      - condition: state.risk_score >= 75
      -        target: Decline"
    `)
    expect(diff(filled, { type: 'set_field', step: 'A', path: ['retry', 'max_attempts'] })).toMatchInlineSnapshot(
      `"-    retry: { max_attempts: 3 }"`,
    )
    expect(diff(row, { type: 'set_field', step: 'A', path: ['retry', 'max_attempts'] })).toMatchInlineSnapshot(`""`)
  })
  it('that says where the step leads: others keep their edges', () => {
    expect(diff(row, { type: 'set_field', step: 'A', path: ['next'], value: 'C' })).toMatchInlineSnapshot(`
      "+    next: C
      +    dependencies: [B]"
    `)
    expect(diff(row, { type: 'set_field', step: 'C', path: ['dependencies'], value: ['A'] })).toMatchInlineSnapshot(
      `"+    dependencies: [A]"`,
    )
    expect(
      diff(row, { type: 'set_field', step: 'A', path: ['on_failure'], value: { target_step: 'C' } }),
    ).toMatchInlineSnapshot(`
      "+    on_failure: { target_step: C }
      +    dependencies: [B]"
    `)
  })
})

describe('set_workflow_field', () => {
  it('goes above the steps when new', () => {
    expect(diff(loan, { type: 'set_workflow_field', path: ['saga_enabled'], value: true })).toMatchInlineSnapshot(
      `"+saga_enabled: true"`,
    )
    expect(
      diff(loan, { type: 'set_workflow_field', path: ['input_schema', 'properties', 'amount', 'maximum'], value: 5 }),
    ).toMatchInlineSnapshot(`
      "-    amount: { type: number, minimum: 100, maximum: 1000000 }
      +    amount: { type: number, minimum: 100, maximum: 5 }"
    `)
    expect(diff(loan, { type: 'set_workflow_field', path: ['description'] })).toMatchInlineSnapshot(
      `"-description: Score a loan, let a manager decide the doubtful ones"`,
    )
    expect(
      diff('workflow_type: New\n', { type: 'set_workflow_field', path: ['description'], value: 'x' }),
    ).toMatchInlineSnapshot(`"+description: x"`)
  })
})

describe('change_type', () => {
  it('keeps what the new type needs and the step has already', () => {
    expect(
      diff(behind('a', '    set: { x: "1" }'), { type: 'change_type', step: 'A', to: 'TRANSFORM' }),
    ).toMatchInlineSnapshot(`
      "-    function: x.a
      +    type: TRANSFORM"
    `)
  })
  it('keeps the edges: order, next and routes become one another', () => {
    expect(diff(row, { type: 'change_type', step: 'A', to: 'DECISION' })).toMatchInlineSnapshot(`
      "+    type: DECISION
      +    routes:
      +      - default: B"
    `)
    expect(diff(fork, { type: 'change_type', step: 'A', to: 'DECISION' })).toMatchInlineSnapshot(`
      "+    type: DECISION
      +    routes:
      +      - condition: "false"
      +        target: B
      +      - default: C
      -    next: [B, C]
      +    next: END"
    `)
    expect(diff(loan, { type: 'change_type', step: 'Decided', to: 'STANDARD' })).toMatchInlineSnapshot(`
      "-    type: DECISION
      -    routes:
      -      - condition: state.approved == true
      -        target: Disburse_Loan
      -      - default: Decline
      +    type: STANDARD
      +    next: [Disburse_Loan, Decline]"
    `)
    expect(diff(gate, { type: 'change_type', step: 'A', to: 'WAIT' })).toMatchInlineSnapshot(`
      "-    type: DECISION
      +    type: WAIT
      +    dependencies: [B]"
    `)
    expect(diff(row, { type: 'change_type', step: 'C', to: 'DECISION' })).toMatchInlineSnapshot(`
      "+    type: DECISION
      +    routes: []"
    `)
    expect(diff(lonely, { type: 'change_type', step: 'A', to: 'STANDARD' })).toMatchInlineSnapshot(`
      "-    type: DECISION
      -    routes: []
      +    type: STANDARD
      +    next: END"
    `)
  })
  it('drops the keys that the new type does not have', () => {
    expect(diff(loan, { type: 'change_type', step: 'Manager_Approval', to: 'SIGNAL' })).toMatchInlineSnapshot(`
      "-    type: HUMAN
      -    title: "Loan of {{ input.amount }} for {{ input.customer }}"
      -    groups: [credit]
      -    form:
      -      type: object
      -      required: [approved]
      -      properties:
      -        approved: { type: boolean, title: Approve the loan }
      -        note: { type: string, maxLength: 500 }
      -    due_in_seconds: 86400
      +    type: SIGNAL"
    `)
    expect(diff(row, { type: 'change_type', step: 'A', to: 'STANDARD' })).toMatchInlineSnapshot(`""`)
    expect(diff(unknown, { type: 'change_type', step: 'A', to: 'TRANSFORM' })).toMatchInlineSnapshot(`
      "-    type: MAGIC
      +    type: TRANSFORM
      +    set: {}"
    `)
  })
})

describe('connect', () => {
  it('back to the start, which stays the start', () => {
    expect(diff(handled, { type: 'connect', from: 'B', to: 'A', kind: 'normal' })).toMatchInlineSnapshot(
      `"+    next: A"`,
    )
    expect(diff(back, { type: 'connect', from: 'B', to: 'A', kind: 'normal' })).toMatchInlineSnapshot(`"+    next: A"`)
    expect(diff(waiting, { type: 'connect', from: 'A', to: 'B', kind: 'failure' })).toMatchInlineSnapshot(`
      "+    on_failure: { target_step: B }
      +    dependencies: [A]"
    `)
  })
  it('by next, beside what follows by order or not', () => {
    expect(diff(row, { type: 'connect', from: 'C', to: 'A', kind: 'failure' })).toMatchInlineSnapshot(
      `"+    on_failure: { target_step: A }"`,
    )
    expect(diff(row, { type: 'connect', from: 'A', to: 'C', kind: 'normal' })).toMatchInlineSnapshot(
      `"+    dependencies: [B, A]"`,
    )
    expect(
      diff(loan, { type: 'connect', from: 'Disburse_Loan', to: 'Decline', kind: 'normal' }),
    ).toMatchInlineSnapshot(`
      "-    next: END
      +    next: Decline"
    `)
    expect(diff(fork, { type: 'connect', from: 'B', to: 'C', kind: 'normal' })).toMatchInlineSnapshot(`"+    next: C"`)
  })
  it('to a step that waits for others already', () => {
    expect(diff(single, { type: 'connect', from: 'B', to: 'C', kind: 'normal' })).toMatchInlineSnapshot(`
      "-    dependencies: [A]
      +    dependencies: [A, B]"
    `)
  })
  it('to another root, beside what follows by order', () => {
    expect(diff(twoRoots, { type: 'connect', from: 'A', to: 'C', kind: 'normal' })).toMatchInlineSnapshot(`
      "+    next: [B, C]
      -    dependencies: []"
    `)
    expect(
      diff(twoRoots, { type: 'reconnect', edge: { from: 'A', to: 'B', kind: 'normal' }, to: 'C' }),
    ).toMatchInlineSnapshot(`
      "+    next: C
      -    dependencies: []"
    `)
  })
  it('to a step that waited for nobody', () => {
    expect(diff(rooted, { type: 'connect', from: 'A', to: 'B', kind: 'normal' })).toMatchInlineSnapshot(
      `"-    dependencies: []"`,
    )
    expect(diff(rooted, { type: 'connect', from: 'A', to: 'C', kind: 'normal' })).toMatchInlineSnapshot(`
      "+    next: C
      -    dependencies: []"
    `)
  })
  it('a route: above the default, or as the default', () => {
    expect(
      diff(loan, { type: 'connect', from: 'Decided', to: 'Manager_Approval', kind: 'route', condition: 'state.again' }),
    ).toMatchInlineSnapshot(`
      "+      - condition: state.again
      +        target: Manager_Approval"
    `)
    expect(diff(lonely, { type: 'connect', from: 'A', to: 'B', kind: 'route' })).toMatchInlineSnapshot(`
      "-    routes: []
      +    routes:
      +      - default: B"
    `)
    expect(diff(gate, { type: 'connect', from: 'A', to: 'B', kind: 'route' })).toMatchInlineSnapshot(`
      "+    routes:
      +      - condition: "false"
      +        target: B"
    `)
  })
})

describe('disconnect', () => {
  it('a route that a dependency repeats takes that away too', () => {
    expect(diff(repeated, { type: 'disconnect', edge: { from: 'A', to: 'B', kind: 'route' } })).toMatchInlineSnapshot(`
      "-      - { condition: state.x, next: B }
      -    dependencies: [A]"
    `)
  })
  it('each kind of edge', () => {
    expect(diff(row, { type: 'disconnect', edge: { from: 'A', to: 'B', kind: 'normal' } })).toMatchInlineSnapshot(
      `"+    next: END"`,
    )
    expect(diff(fork, { type: 'disconnect', edge: { from: 'A', to: 'C', kind: 'normal' } })).toMatchInlineSnapshot(`
      "-    next: [B, C]
      +    next: [B]
      +    next: END"
    `)
    expect(diff(waiting, { type: 'disconnect', edge: { from: 'A', to: 'C', kind: 'normal' } })).toMatchInlineSnapshot(`
      "-    dependencies: [A, B]
      +    dependencies: [B]"
    `)
    expect(diff(single, { type: 'disconnect', edge: { from: 'A', to: 'C', kind: 'normal' } })).toMatchInlineSnapshot(`
      "+    next: END
      -    dependencies: [A]"
    `)
    expect(
      diff(loan, { type: 'disconnect', edge: { from: 'Risk_Gate', to: 'Decline', kind: 'route' } }),
    ).toMatchInlineSnapshot(`
      "-      # hopeless
      -      - condition: state.risk_score >= 75
      -        target: Decline"
    `)
    expect(diff(gate, { type: 'disconnect', edge: { from: 'A', to: 'C', kind: 'route' } })).toMatchInlineSnapshot(
      `"-    next: C"`,
    )
    expect(diff(failing, { type: 'disconnect', edge: { from: 'C', to: 'A', kind: 'failure' } })).toMatchInlineSnapshot(
      `"-    on_failure: { target_step: A }"`,
    )
  })
})

describe('reconnect', () => {
  it('moves either end, and keeps what is written of the edge', () => {
    expect(
      diff(row, { type: 'reconnect', edge: { from: 'B', to: 'C', kind: 'normal' }, from: 'A' }),
    ).toMatchInlineSnapshot(`"+    dependencies: [A]"`)
    expect(
      diff(jump, { type: 'reconnect', edge: { from: 'A', to: 'C', kind: 'normal' }, to: 'B' }),
    ).toMatchInlineSnapshot(`
      "-    next: C
      +    next: B
      +    next: END"
    `)
    expect(
      diff(loan, { type: 'reconnect', edge: { from: 'Risk_Gate', to: 'Decline', kind: 'route' }, to: 'Decided' }),
    ).toMatchInlineSnapshot(`
      "-        target: Decline
      +        target: Decided"
    `)
    expect(
      diff(loan, {
        type: 'reconnect',
        edge: { from: 'Risk_Gate', to: 'Manager_Approval', kind: 'route' },
        from: 'Decided',
      }),
    ).toMatchInlineSnapshot(`
      "-      # doubtful
      -      - condition: state.risk_score >= 40
      -        target: Manager_Approval
      +      - condition: state.risk_score >= 40
      +        target: Manager_Approval"
    `)
    expect(
      diff(loan, {
        type: 'reconnect',
        edge: { from: 'Decided', to: 'Decline', kind: 'route' },
        from: 'Risk_Gate',
        to: 'Calculate_Risk',
      }),
    ).toMatchInlineSnapshot(`
      "+      - condition: "false"
      +        target: Calculate_Risk
      -      - default: Decline"
    `)
    expect(
      diff(failing, { type: 'reconnect', edge: { from: 'C', to: 'A', kind: 'failure' }, to: 'B' }),
    ).toMatchInlineSnapshot(`
      "+    dependencies: [A]
      -    on_failure: { target_step: A }
      +    on_failure: { target_step: B }"
    `)
    expect(
      diff(failing, { type: 'reconnect', edge: { from: 'C', to: 'A', kind: 'failure' }, from: 'B' }),
    ).toMatchInlineSnapshot(`
      "+    on_failure: { target_step: A }
      -    on_failure: { target_step: A }"
    `)
    expect(
      diff(row, { type: 'reconnect', edge: { from: 'A', to: 'B', kind: 'normal' }, to: 'B' }),
    ).toMatchInlineSnapshot(`""`)
    expect(
      diff(gate, { type: 'reconnect', edge: { from: 'A', to: 'C', kind: 'route' }, to: 'B' }),
    ).toMatchInlineSnapshot(`
      "-    next: C
      +    next: B"
    `)
  })
})

describe('set_route_condition', () => {
  it('changes, gives or takes a condition', () => {
    expect(
      diff(loan, { type: 'set_route_condition', step: 'Risk_Gate', route: 0, condition: 'state.risk_score >= 80' }),
    ).toMatchInlineSnapshot(`
      "-      - condition: state.risk_score >= 75
      +      - condition: state.risk_score >= 80"
    `)
    expect(
      diff(loan, { type: 'set_route_condition', step: 'Risk_Gate', route: 2, condition: 'state.fine' }),
    ).toMatchInlineSnapshot(`
      "-      - default: Disburse_Loan
      +      - condition: state.fine
      +        target: Disburse_Loan"
    `)
    expect(diff(open, { type: 'set_route_condition', step: 'A', route: 1, condition: null })).toMatchInlineSnapshot(`
      "-      - condition: state.y # why
      -        target: C
      +      - default: C"
    `)
    expect(
      diff(gate, { type: 'set_route_condition', step: 'A', route: 0, condition: 'state.x' }),
    ).toMatchInlineSnapshot(`
      "-    next: C
      +    routes:
      +      - condition: state.x
      +        target: C"
    `)
    expect(diff(gate, { type: 'set_route_condition', step: 'A', route: 0, condition: null })).toMatchInlineSnapshot(
      `""`,
    )
    expect(
      diff(loan, { type: 'set_route_condition', step: 'Risk_Gate', route: 2, condition: null }),
    ).toMatchInlineSnapshot(`""`)
  })
})

describe('move_route', () => {
  it('takes its comment along', () => {
    expect(diff(loan, { type: 'move_route', step: 'Risk_Gate', route: 1, to: 0 })).toMatchInlineSnapshot(`
      "-      # hopeless
      -      - condition: state.risk_score >= 75
      -        target: Decline
      +      # hopeless
      +      - condition: state.risk_score >= 75
      +        target: Decline"
    `)
  })
})

describe('move', () => {
  it('changes one line a node', () => {
    expect(
      diff(commented, { type: 'move', positions: { B: { x: 5, y: 6 }, A: { x: -0.2, y: 7.5 } } }),
    ).toMatchInlineSnapshot(`
      "-  B: [1, 2]
      +  B: [5, 6]
      +  A: [0, 8]"
    `)
    expect(diff(row, { type: 'move', positions: {} })).toMatchInlineSnapshot(`""`)
  })
})

describe('duplicate_steps', () => {
  it('keeps what leads to copies and drops what leads elsewhere', () => {
    expect(diff(failing, { type: 'duplicate_steps', steps: ['A', 'C'] })).toMatchInlineSnapshot(`
      "+  - name: A_2
      +    function: x.a
      +    next: END
      +  - name: C_2
      +    function: x.c
      +    on_failure: { target_step: A_2 }"
    `)
    expect(diff(waiting, { type: 'duplicate_steps', steps: ['B', 'C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: B_2
      +    function: x.b
      +  - name: C_2
      +    function: x.c
      +    dependencies: [B_2]"
    `)
    expect(diff(single, { type: 'duplicate_steps', steps: ['C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: C_2
      +    function: x.c"
    `)
  })
  it('under free names, with the edges among them', () => {
    expect(diff(commented, { type: 'duplicate_steps', steps: ['A', 'B'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x.a
      +  # b
      +  - name: B_2
      +    function: x.b
      +  B_2: [41, 42]"
    `)
    expect(diff(loan, { type: 'duplicate_steps', steps: ['Decided'], offset: { x: 1, y: 1 } })).toMatchInlineSnapshot(`
      "+  - name: Decided_2
      +    type: DECISION
      +    routes:
      +      - condition: state.approved == true
      +        target: Disburse_Loan
      +      - default: Decline
      +"
    `)
    expect(diff(references, { type: 'duplicate_steps', steps: ['A', 'L'] })).toMatchInlineSnapshot(`
      "+  - name: A_2
      +    function: x.a
      +  - name: L_2
      +    type: LOOP
      +    mode: ITERATE
      +    iterate_over: steps.A_2.output.list
      +    loop_body:
      +      - name: In_2
      +        function: x.in
      +        with:
      +          a: "{{ steps.A_2.output }} of steps.A"
      +          b: [steps.A, "{{ 'steps.A' + steps['A_2'].x + my.steps.A }}"]
      +  A_2: [41, 42]"
    `)
    expect(diff(failing, { type: 'duplicate_steps', steps: ['C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: C_2
      +    function: x.c"
    `)
    expect(diff(jump, { type: 'duplicate_steps', steps: ['A', 'C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x.a
      +    next: C_2
      +  - name: C_2
      +    function: x.c"
    `)
    expect(diff(fork, { type: 'duplicate_steps', steps: ['A', 'C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x.a
      +    next: [C_2]
      +  - name: C_2
      +    function: x.c"
    `)
  })
})

describe('paste_steps', () => {
  it('under free names, at the place of the mouse', () => {
    expect(
      diff(row, {
        type: 'paste_steps',
        fragment:
          'steps:\n- {name: A, function: x}\n- {name: Q, function: y, next: [END], with: {a: "{{ steps.A.output }}"}}\nlayout: {A: [10, 20], Q: [10, 60], Gone: [0, 90]}\n',
        position: { x: 100, y: 200 },
      }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x
      +  - name: Q
      +    function: y
      +    next: [END]
      +    with: { a: "{{ steps.A_2.output }}" }
      +layout:
      +  A_2: [110, 200]
      +  Q: [110, 240]
      +"
    `)
    expect(
      diff(row, {
        type: 'paste_steps',
        fragment:
          'steps:\n- name: D\n  type: DECISION\n  routes: [{condition: a, target: B}, {condition: b, target: Nowhere}, {condition: c, target: END}]\nlayout: {D: [1, 2]}\n',
      }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: D
      +    type: DECISION
      +    routes:
      +      - condition: a
      +        target: B
      +      - condition: c
      +        target: END
      +layout:
      +  D: [1, 2]
      +"
    `)
    expect(diff(row, { type: 'paste_steps', fragment: 'steps:\n- name: E\n- 5\n' })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: E"
    `)
  })
})

describe('steps without a usable name', () => {
  it('do not stand in the way of others', () => {
    expect(diff(nameless, { type: 'set_field', step: '0x10', path: ['function'], value: 'x' })).toMatchInlineSnapshot(`
      "-  - name: 0x10
      +  - name: "0x10"
      +    function: x"
    `)
    expect(
      diff('steps:\n  - name: A\n    function: x\n', { type: 'paste_steps', fragment: 'steps: [{name: E}]' }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: E"
    `)
    expect(
      diff('steps:\n  - name: A\n    function: x\n', { type: 'add_step', step: { type: 'WAIT' } }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: Timer
      +    type: WAIT
      +"
    `)
  })
  it('get their stand-in when an edit concerns them', () => {
    expect(diff(nameless, { type: 'rename_step', step: 'Step_2', name: 'Named' })).toMatchInlineSnapshot(`
      "-  - function: x.b
      +  - name: Named
      +    function: x.b"
    `)
    expect(diff(nameless, { type: 'connect', from: 'A', to: 'Step_3', kind: 'failure' })).toMatchInlineSnapshot(`
      "+    on_failure: { target_step: Step_3 }
      -  - 5
      +  - { name: Step_3, dependencies: [Step_2] }"
    `)
    expect(diff(nameless, { type: 'rename_step', step: 'A', name: 'B' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: B
      -  - name: A
      +  - name: A_2"
    `)
    expect(diff(nameless, { type: 'remove_steps', steps: ['A'] })).toMatchInlineSnapshot(`
      "-  - name: A
      -  - function: x.b
      -  - 5
      -  - name: A
      -  - name: 0x10
      +  - name: Step_2
      +    function: x.b
      +  - name: Step_3
      +  - name: A_2
      +  - name: "0x10""
    `)
    expect(diff(nameless, { type: 'remove_steps', steps: ['A_2', 'Step_3'] })).toMatchInlineSnapshot(`
      "-  - function: x.b
      -  - 5
      -  - name: A
      -  - name: 0x10
      +  - name: Step_2
      +    function: x.b
      +    next: END
      +  - name: "0x10""
    `)
    expect(diff(nameless, { type: 'move', positions: { '0x10': { x: 1, y: 2 } } })).toMatchInlineSnapshot(`
      "-  - name: 0x10
      +  - name: "0x10"
      +layout:
      +  "0x10": [1, 2]
      +"
    `)
  })
})
