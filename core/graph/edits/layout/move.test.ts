import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { commented, row } from '../../testing/row-drafts.ts'

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

  it('finds a step whose name is a number, wherever it stands in the layout', () => {
    const numbered = `${row.replace('name: B', 'name: "2"')}layout:\n  A: [0, 0]\n  "2": [0, 200]\n  10: [7, 7]\n`
    expect(diff(numbered, { type: 'move', positions: { A: { x: 5, y: 5 } } })).toBe('-  A: [0, 0]\n+  A: [5, 5]')
    expect(diff(numbered, { type: 'move', positions: { 2: { x: 9, y: 9 }, A: { x: 5, y: 5 } } })).toBe(
      '-  A: [0, 0]\n-  "2": [0, 200]\n+  A: [5, 5]\n+  "2": [9, 9]',
    )
  })
})
