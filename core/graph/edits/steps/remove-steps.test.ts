import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import {
  behind,
  commented,
  failing,
  fork,
  gate,
  jump,
  loan,
  placed,
  row,
  twoRoutes,
  waiting,
  withoutRoutes,
} from '../../testing/row-drafts.ts'

const loop = behind('b', '    next: A').replace('x.c', 'x.c\n    dependencies: [B]')
const circle = behind('b', '    next: B')
const forward = behind('a', '    next: B').replace('x.b\n', 'x.b\n    next: [A, C]\n')
const after = `${withoutRoutes.replace('x.b', 'x.b\n    dependencies: []')}  - name: L\n    dependencies: [A]\n    next: [B, C]\n`

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
    expect(diff(twoRoutes, { type: 'remove_steps', steps: ['A'], bridge: true })).toMatchInlineSnapshot(`
      "-  - name: A
      -    type: DECISION
      -    routes:
      -      - { condition: state.x, next: B }
      -      - condition: state.y # why
      -        target: C"
    `)
  })
  it('with a bridge keep the condition of a route to the last step of a branch, which now ends there', () => {
    expect(diff(loan, { type: 'remove_steps', steps: ['Decline'], bridge: true })).toMatchInlineSnapshot(`
      "-        target: Decline
      +        target: END
      -      - default: Decline
      +      - default: END
      -  - name: Decline
      -    function: loans.decline
      -    next: END
      -"
    `)
    expect(diff(loan, { type: 'remove_steps', steps: ['Decline'] })).not.toContain('target: END')
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
