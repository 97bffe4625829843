import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { failing, gate, jump, loan, row, waiting } from '../../testing/row-drafts.ts'

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
