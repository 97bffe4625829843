import { describe, expect, it } from 'vitest'
import { edited } from '../testing/edit-text.ts'
import { copyFragment } from './copy-fragment.ts'

const text = `# about the file
workflow_type: Row
steps:
  # first
  - name: A # a
    function: x.a
  - name: B
    function: x.b
  - name: D
    type: DECISION
    routes:
      # why
      - condition: state.x
        target: A
      - default: B
layout:
  A: [10, 20]
  D: [10, 90]
`

function copied(steps: readonly string[], from = text): string {
  const fragment = copyFragment(from, steps)
  return fragment.ok ? fragment.text : `${fragment.code}: ${fragment.message}`
}

describe('a fragment', () => {
  it('holds the steps with their comments and places, and the edges among them', () => {
    expect(copied(['A', 'D'])).toBe(`steps:
  # first
  - name: A # a
    function: x.a
    next: END
  - name: D
    type: DECISION
    routes:
      # why
      - condition: state.x
        target: A
      - default: B
layout:
  A: [10, 20]
  D: [10, 90]
`)
  })
  it('of everything leaves only the workflow out', () => {
    expect(copied(['A', 'B', 'D'])).toBe(text.slice(text.indexOf('steps:')))
  })
  it('without places has none', () => {
    expect(copied(['B'])).toBe('steps:\n  - name: B\n    function: x.b\n')
    expect(copied(['A'], 'workflow_type: W\nsteps:\n- name: A\n- 5\n')).toContain('- name: A')
  })
  it('pastes under free names, with references to its own steps', () => {
    const pasted = edited(text, { type: 'paste_steps', fragment: copied(['A', 'D']), position: { x: 0, y: 0 } })
    expect(pasted).toContain(
      '  - name: D_2\n    type: DECISION\n    routes:\n      # why\n      - condition: state.x\n        target: A_2\n      - default: B\n',
    )
    expect(pasted).toContain('  A_2: [0, 0]\n  D_2: [0, 70]\n')
  })
  it('needs a text that can be read, and steps', () => {
    expect(copied(['A'], 'a: [')).toContain('text_broken')
    expect(copied(['A'], 'workflow_type: W\nsteps:\n- name: A\n  # \u0007\n- name: B\n')).toContain('text_broken')
    expect(copied(['X'])).toBe('step_missing: Nothing is selected.')
    expect(copied(['A'], '? workflow_type\n: W\n? steps\n: - name: A\n')).toContain('not_expressible')
  })
  it('of a text in braces is in braces', () => {
    expect(copied(['A'], '{workflow_type: W, steps: [{name: A}, {name: B}]}\n')).toBe('{steps: [{name: A}]}\n')
  })
})
