import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { loan, row } from '../../testing/row-drafts.ts'

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
      "+      - condition: ""
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
