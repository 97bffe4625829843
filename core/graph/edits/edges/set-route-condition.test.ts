import { describe, expect, it } from 'vitest'
import { diff, edited } from '../../testing/edit-text.ts'
import { gate, loan, twoRoutes } from '../../testing/row-drafts.ts'

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
    expect(
      diff(twoRoutes, { type: 'set_route_condition', step: 'A', route: 1, condition: null }),
    ).toMatchInlineSnapshot(`
      "-      - condition: state.y # why
      -        target: C
      +      - default: C"
    `)
    expect(edited(twoRoutes, { type: 'set_route_condition', step: 'A', route: 0, condition: null })).toMatch(
      /condition: state.y[\s\S]*default: B/,
    )
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
