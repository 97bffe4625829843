import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { behind, fork, gate, loan, row, unknownType, withoutRoutes } from '../../testing/row-drafts.ts'

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
      +      - condition: ""
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
    expect(diff(withoutRoutes, { type: 'change_type', step: 'A', to: 'STANDARD' })).toMatchInlineSnapshot(`
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
    expect(diff(unknownType, { type: 'change_type', step: 'A', to: 'TRANSFORM' })).toMatchInlineSnapshot(`
      "-    type: MAGIC
      +    type: TRANSFORM
      +    set: {}"
    `)
  })
})
