import { describe, expect, it } from 'vitest'
import { diff, refused } from '../../testing/edit-text.ts'
import { behind, fork, gate, loan, row, single, waiting, withoutRoutes } from '../../testing/row-drafts.ts'

const rooted = row.replace(/(x\.[bc])/g, '$1\n    dependencies: []')
const handled = behind('b', '    on_failure: { target_step: C }')
const back = handled.replace('x.a', 'x.a\n    dependencies: []')
const twoRoots = behind('c', '    dependencies: []')

describe('connect', () => {
  it('a route to the end, which is no step, and nothing else', () => {
    expect(diff(withoutRoutes, { type: 'connect', from: 'A', to: 'END', kind: 'route' })).toMatchInlineSnapshot(`
      "-    routes: []
      +    routes:
      +      - condition: ""
      +        target: END"
    `)
    expect(
      diff(withoutRoutes, { type: 'connect', from: 'A', to: 'END', kind: 'route', condition: null }),
    ).toMatchInlineSnapshot(`
      "-    routes: []
      +    routes:
      +      - default: END"
    `)
    expect(diff(loan, { type: 'connect', from: 'Decided', to: 'END', kind: 'route' })).toMatchInlineSnapshot(`
      "+      - condition: ""
      +        target: END"
    `)
    expect(refused(row, { type: 'connect', from: 'A', to: 'END', kind: 'normal' }).message).toBe(
      'There is no step END.',
    )
    expect(refused(row, { type: 'connect', from: 'A', to: 'END', kind: 'route' }).message).toContain('Only a DECISION')
  })
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
    expect(diff(withoutRoutes, { type: 'connect', from: 'A', to: 'B', kind: 'route' })).toMatchInlineSnapshot(`
      "-    routes: []
      +    routes:
      +      - condition: ""
      +        target: B"
    `)
    expect(diff(gate, { type: 'connect', from: 'A', to: 'B', kind: 'route' })).toMatchInlineSnapshot(`
      "+    routes:
      +      - condition: ""
      +        target: B"
    `)
  })
})
