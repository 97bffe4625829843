import { describe, expect, it } from 'vitest'
import { diff } from '../testing/edit-text.ts'
import { failing, placed, references } from '../testing/row-drafts.ts'

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
})
