import { describe, expect, it } from 'vitest'
import { diff, refused } from '../../testing/edit-text.ts'
import { row } from '../../testing/row-drafts.ts'

const ending = row.replace(
  'function: x.a',
  'type: DECISION\n    routes:\n      - { condition: state.x, target: END } # declined\n      - default: B',
)
const edge = { from: 'A', to: 'END', kind: 'route' } as const

describe('a route to the end', () => {
  it('is removed', () => {
    expect(diff(ending, { type: 'disconnect', edge })).toMatchInlineSnapshot(
      `"-      - { condition: state.x, target: END } # declined"`,
    )
    expect(refused(row, { type: 'disconnect', edge }).code).toBe('edge_missing')
    expect(refused(ending, { type: 'disconnect', edge: { ...edge, kind: 'normal' } }).code).toBe('edge_missing')
  })

  it('leads to a step instead, and a route to a step leads to the end instead', () => {
    expect(diff(ending, { type: 'reconnect', edge, to: 'C' })).toMatchInlineSnapshot(`
      "-      - { condition: state.x, target: END } # declined
      +      - { condition: state.x, target: C } # declined"
    `)
    expect(diff(ending, { type: 'reconnect', edge: { ...edge, to: 'B' }, to: 'END' })).toMatchInlineSnapshot(`
      "-      - default: B
      +      - default: END"
    `)
  })

  it('gets a step in between, which ends the branch', () => {
    expect(diff(ending, { type: 'insert_on_edge', edge, step: { type: 'WAIT', name: 'New' } })).toMatchInlineSnapshot(`
      "-      - { condition: state.x, target: END } # declined
      +      - { condition: state.x, target: New } # declined
      +  - name: New
      +    type: WAIT
      +    next: END"
    `)
    expect(
      diff(ending, { type: 'insert_on_edge', edge, step: { type: 'DECISION', name: 'New' } }),
    ).toMatchInlineSnapshot(`
      "-      - { condition: state.x, target: END } # declined
      +      - { condition: state.x, target: New } # declined
      +  - name: New
      +    type: DECISION
      +    routes:
      +      - default: END"
    `)
  })
})
