import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { loan } from '../../testing/row-drafts.ts'

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
