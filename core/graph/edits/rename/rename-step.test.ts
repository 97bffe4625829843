import { describe, expect, it } from 'vitest'
import { changes, diff, edited } from '../../testing/edit-text.ts'
import { failing, placed, references, row } from '../../testing/row-drafts.ts'

describe('rename_step', () => {
  it('takes over the place that a stale name had in the layout', () => {
    expect(diff(placed, { type: 'rename_step', step: 'A', name: 'Z' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: Z
      -  A: [1, 2]
      +  Z: [1, 2]
      -  Z: [5, 6]"
    `)
  })
  it('everywhere: edges, expressions, templates, layout', () => {
    expect(diff(references, { type: 'rename_step', step: 'A', name: 'with-dash' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: with-dash
      -    iterate_over: steps.A.output.list
      +    iterate_over: steps["with-dash"].output.list
      -        with: { a: "{{ steps.A.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['A'].x + my.steps.A }}"] }
      +        with: { a: "{{ steps[\\"with-dash\\"].output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['with-dash'].x + my.steps.A }}"] }
      -    when: steps . A.output == 'steps.A' && steps["A"].output && steps.AB.output
      +    when: steps["with-dash"].output == 'steps.A' && steps["with-dash"].output && steps.AB.output
      -      - condition: steps.A.output # steps.A
      -        target: A
      +      - condition: steps["with-dash"].output # steps.A
      +        target: with-dash
      -        target: A
      +        target: with-dash
      -    dependencies: [A, L]
      -    next: A
      +    dependencies: [with-dash, L]
      +    next: with-dash
      -      and {{ steps.A.output }}
      +      and {{ steps["with-dash"].output }}
      -  A: [1, 2]
      +  with-dash: [1, 2]"
    `)
    expect(diff(references, { type: 'rename_step', step: 'A', name: 'Z' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: Z
      -    iterate_over: steps.A.output.list
      +    iterate_over: steps.Z.output.list
      -        with: { a: "{{ steps.A.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['A'].x + my.steps.A }}"] }
      +        with: { a: "{{ steps.Z.output }} of steps.A", b: ['steps.A', "{{ 'steps.A' + steps['Z'].x + my.steps.A }}"] }
      -    when: steps . A.output == 'steps.A' && steps["A"].output && steps.AB.output
      +    when: steps . Z.output == 'steps.A' && steps["Z"].output && steps.AB.output
      -      - condition: steps.A.output # steps.A
      -        target: A
      +      - condition: steps.Z.output # steps.A
      +        target: Z
      -        target: A
      +        target: Z
      -    dependencies: [A, L]
      -    next: A
      +    dependencies: [Z, L]
      +    next: Z
      -      and {{ steps.A.output }}
      +      and {{ steps.Z.output }}
      -  A: [1, 2]
      +  Z: [1, 2]"
    `)
    expect(diff(references, { type: 'rename_step', step: 'In', name: 'Inner' })).toMatchInlineSnapshot(`
      "-      - name: In
      +      - name: Inner
      -      - condition: steps.In.output
      +      - condition: steps.Inner.output"
    `)
    expect(diff(failing, { type: 'rename_step', step: 'A', name: 'Z' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: Z
      -    on_failure: { target_step: A }
      +    on_failure: { target_step: Z }"
    `)
  })
  it('to digits alone, in its own line of the layout and no other', () => {
    const all = `${row}layout:\n  A: [1, 2]\n  B: [3, 4]\n  "30": [7, 8]\n  C: [5, 6]\n`
    const digits = edited(all, { type: 'rename_step', step: 'B', name: '12' })
    expect(changes(all, digits)).toEqual(['-  - name: B', '+  - name: "12"', '-  B: [3, 4]', '+  "12": [3, 4]'])
    expect(edited(digits, { type: 'rename_step', step: '12', name: 'B' })).toBe(
      all.replace('name: B', 'name: "B"').replace('  B:', '  "B":'),
    )
    const placedLast = edited(digits.replace('  "12": [3, 4]\n', ''), {
      type: 'move',
      positions: { 12: { x: 9, y: 9 }, C: { x: 0, y: 1 } },
    })
    expect(placedLast).toContain('layout:\n  A: [1, 2]\n  "30": [7, 8]\n  C: [0, 1]\n  "12": [9, 9]\n')
    expect(edited(digits, { type: 'set_field', step: 'A', path: ['function'], value: 'x.z' })).toBe(
      digits.replace('x.a', 'x.z'),
    )
    const gone = edited(digits, { type: 'remove_steps', steps: ['C'] })
    expect(gone).toContain('layout:\n  A: [1, 2]\n  "12": [3, 4]\n  "30": [7, 8]\n')
  })
})
