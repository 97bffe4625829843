import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { failing, gate, jump, loan, row } from '../../testing/row-drafts.ts'

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
      "+      - condition: ""
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
