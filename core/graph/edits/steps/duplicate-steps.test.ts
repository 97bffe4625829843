import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { commented, failing, fork, jump, loan, references, single, waiting } from '../../testing/row-drafts.ts'

describe('duplicate_steps', () => {
  it('keeps what leads to copies and drops what leads elsewhere', () => {
    expect(diff(failing, { type: 'duplicate_steps', steps: ['A', 'C'] })).toMatchInlineSnapshot(`
      "+  - name: A_2
      +    function: x.a
      +    next: END
      +  - name: C_2
      +    function: x.c
      +    on_failure: { target_step: A_2 }"
    `)
    expect(diff(waiting, { type: 'duplicate_steps', steps: ['B', 'C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: B_2
      +    function: x.b
      +  - name: C_2
      +    function: x.c
      +    dependencies: [B_2]"
    `)
    expect(diff(single, { type: 'duplicate_steps', steps: ['C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: C_2
      +    function: x.c"
    `)
  })
  it('under free names, with the edges among them', () => {
    expect(diff(commented, { type: 'duplicate_steps', steps: ['A', 'B'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x.a
      +  # b
      +  - name: B_2
      +    function: x.b
      +  B_2: [41, 42]"
    `)
    expect(diff(loan, { type: 'duplicate_steps', steps: ['Decided'], offset: { x: 1, y: 1 } })).toMatchInlineSnapshot(`
      "+  - name: Decided_2
      +    type: DECISION
      +    routes:
      +      - condition: state.approved == true
      +        target: Disburse_Loan
      +      - default: Decline
      +"
    `)
    expect(diff(references, { type: 'duplicate_steps', steps: ['A', 'L'] })).toMatchInlineSnapshot(`
      "+  - name: A_2
      +    function: x.a
      +  - name: L_2
      +    type: LOOP
      +    mode: ITERATE
      +    iterate_over: steps.A_2.output.list
      +    loop_body:
      +      - name: In_2
      +        function: x.in
      +        with:
      +          a: "{{ steps.A_2.output }} of steps.A"
      +          b: [steps.A, "{{ 'steps.A' + steps['A_2'].x + my.steps.A }}"]
      +  A_2: [41, 42]"
    `)
    expect(diff(failing, { type: 'duplicate_steps', steps: ['C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: C_2
      +    function: x.c"
    `)
    expect(diff(jump, { type: 'duplicate_steps', steps: ['A', 'C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x.a
      +    next: C_2
      +  - name: C_2
      +    function: x.c"
    `)
    expect(diff(fork, { type: 'duplicate_steps', steps: ['A', 'C'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: A_2
      +    function: x.a
      +    next: [C_2]
      +  - name: C_2
      +    function: x.c"
    `)
  })
})
