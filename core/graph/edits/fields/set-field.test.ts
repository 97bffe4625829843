import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { behind, loan, references, row, unknownType } from '../../testing/row-drafts.ts'

const filled = behind('a', '    retry: { max_attempts: 3 }')

describe('set_field', () => {
  it('of a type that is not known: at the end of what is there', () => {
    expect(diff(unknownType, { type: 'set_field', step: 'A', path: ['more'], value: 1 })).toMatchInlineSnapshot(
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
