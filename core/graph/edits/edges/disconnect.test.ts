import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { failing, fork, gate, loan, row, single, twoRoutes, waiting } from '../../testing/row-drafts.ts'

const repeated = twoRoutes.replace('x.b', 'x.b\n    dependencies: [A]')

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
