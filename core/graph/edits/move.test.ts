import { describe, expect, it } from 'vitest'
import { diff } from '../testing/edit-text.ts'
import { commented, row } from '../testing/row-drafts.ts'

describe('move', () => {
  it('changes one line a node', () => {
    expect(
      diff(commented, { type: 'move', positions: { B: { x: 5, y: 6 }, A: { x: -0.2, y: 7.5 } } }),
    ).toMatchInlineSnapshot(`
      "-  B: [1, 2]
      +  B: [5, 6]
      +  A: [0, 8]"
    `)
    expect(diff(row, { type: 'move', positions: {} })).toMatchInlineSnapshot(`""`)
  })
})
