import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { row } from '../../testing/row-drafts.ts'

describe('paste_steps', () => {
  it('under free names, at the place of the mouse', () => {
    expect(
      diff(row, {
        type: 'paste_steps',
        fragment:
          'steps:\n- {name: A, function: x}\n- {name: Q, function: y, next: [END], with: {a: "{{ steps.A.output }}"}}\nlayout: {A: [10, 20], Q: [10, 60], Gone: [0, 90]}\n',
        position: { x: 100, y: 200 },
      }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x
      +  - name: Q
      +    function: y
      +    next: [END]
      +    with: { a: "{{ steps.A_2.output }}" }
      +layout:
      +  A_2: [110, 200]
      +  Q: [110, 240]
      +"
    `)
    expect(
      diff(row, {
        type: 'paste_steps',
        fragment:
          'steps:\n- name: D\n  type: DECISION\n  routes: [{condition: a, target: B}, {condition: b, target: Nowhere}, {condition: c, target: END}]\nlayout: {D: [1, 2]}\n',
      }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: D
      +    type: DECISION
      +    routes:
      +      - condition: a
      +        target: B
      +      - condition: c
      +        target: END
      +layout:
      +  D: [1, 2]
      +"
    `)
    expect(diff(row, { type: 'paste_steps', fragment: 'steps:\n- name: E\n- 5\n' })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: E"
    `)
  })
})
