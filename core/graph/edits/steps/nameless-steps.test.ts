import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'

const nameless = 'workflow_type: Odd\nsteps:\n  - name: A\n  - function: x.b\n  - 5\n  - name: A\n  - name: 0x10\n'

describe('steps without a usable name', () => {
  it('do not stand in the way of others', () => {
    expect(diff(nameless, { type: 'set_field', step: '0x10', path: ['function'], value: 'x' })).toMatchInlineSnapshot(`
      "-  - name: 0x10
      +  - name: "0x10"
      +    function: x"
    `)
    expect(
      diff('steps:\n  - name: A\n    function: x\n', { type: 'paste_steps', fragment: 'steps: [{name: E}]' }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: E"
    `)
    expect(
      diff('steps:\n  - name: A\n    function: x\n', { type: 'add_step', step: { type: 'WAIT' } }),
    ).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: Timer
      +    type: WAIT
      +"
    `)
  })
  it('get their stand-in when an edit concerns them', () => {
    expect(diff(nameless, { type: 'rename_step', step: 'Step_2', name: 'Named' })).toMatchInlineSnapshot(`
      "-  - function: x.b
      +  - name: Named
      +    function: x.b"
    `)
    expect(diff(nameless, { type: 'connect', from: 'A', to: 'Step_3', kind: 'failure' })).toMatchInlineSnapshot(`
      "+    on_failure: { target_step: Step_3 }
      -  - 5
      +  - { name: Step_3, dependencies: [Step_2] }"
    `)
    expect(diff(nameless, { type: 'rename_step', step: 'A', name: 'B' })).toMatchInlineSnapshot(`
      "-  - name: A
      +  - name: B
      -  - name: A
      +  - name: A_2"
    `)
    expect(diff(nameless, { type: 'remove_steps', steps: ['A'] })).toMatchInlineSnapshot(`
      "-  - name: A
      -  - function: x.b
      -  - 5
      -  - name: A
      -  - name: 0x10
      +  - name: Step_2
      +    function: x.b
      +  - name: Step_3
      +  - name: A_2
      +  - name: "0x10""
    `)
    expect(diff(nameless, { type: 'remove_steps', steps: ['A_2', 'Step_3'] })).toMatchInlineSnapshot(`
      "-  - function: x.b
      -  - 5
      -  - name: A
      -  - name: 0x10
      +  - name: Step_2
      +    function: x.b
      +    next: END
      +  - name: "0x10""
    `)
    expect(diff(nameless, { type: 'move', positions: { '0x10': { x: 1, y: 2 } } })).toMatchInlineSnapshot(`
      "-  - name: 0x10
      +  - name: "0x10"
      +layout:
      +  "0x10": [1, 2]
      +"
    `)
  })
})
