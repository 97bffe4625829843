import { describe, expect, it } from 'vitest'
import { parseAgain } from '#core/definition/again/parse-again.ts'
import { applyEdit } from '../apply-edit.ts'
import { copyFragment } from '../copy-fragment.ts'
import { diff, edited } from '../testing/edit-text.ts'

const text = `workflow_type: Row
steps:
  - name: Look # what it is about
    # by the newest model
    function: 'x.look'   # quoted
    with:
      # of whom
      who: { name:  "{{ input.name }}" }
    next: Tell # and on
    # that is all
  # above
  - name: Tell
    function: x.tell # by mail
`

describe('a copy of a step', () => {
  it('has the comments within it, and is written as its original is', () => {
    expect(diff(text, { type: 'duplicate_steps', steps: ['Look', 'Tell'] })).toMatchInlineSnapshot(`
      "+    next: END
      +  - name: Look_2 # what it is about
      +    # by the newest model
      +    function: 'x.look'   # quoted
      +    with:
      +      # of whom
      +      who: { name:  "{{ input.name }}" }
      +    next: Tell_2 # and on
      +    # that is all
      +  # above
      +  - name: Tell_2
      +    function: x.tell # by mail"
    `)
  })
  it('comes with no reading of the text that was there before its comments', () => {
    const result = applyEdit(text, { type: 'duplicate_steps', steps: ['Tell'] }, parseAgain(text, null))
    expect(result).not.toHaveProperty('parsed')
  })
  it('leaves out what is said on a line that does not come along', () => {
    expect(diff(text, { type: 'duplicate_steps', steps: ['Look'] })).toMatchInlineSnapshot(`
      "+  - name: Look_2 # what it is about
      +    # by the newest model
      +    function: 'x.look'   # quoted
      +    with:
      +      # of whom
      +      who: { name:  "{{ input.name }}" }
      +    # that is all"
    `)
  })
  it('has them in another workflow, in its line breaks, at its indentation, and on the clipboard on the way', () => {
    const fragment = copyFragment(text, ['Look'])
    expect(fragment.ok && fragment.text).toContain('# by the newest model')
    const other = 'workflow_type: Other\r\nsteps:\r\n      - name: First\r\n        function: x.f\r\n'
    const pasted = edited(other, { type: 'paste_steps', fragment: fragment.ok ? fragment.text : '' })
    expect(pasted).toMatchInlineSnapshot(`
      "workflow_type: Other
      steps:
            - name: First
              function: x.f
              next: END

            - name: Look # what it is about
              # by the newest model
              function: 'x.look'   # quoted
              with:
                # of whom
                who: { name:  "{{ input.name }}" }
              next: END # and on
              # that is all
      "
    `)
  })
  it('has them in the body of a loop, and out of one', () => {
    const loop = `workflow_type: L
steps:
  - name: Each
    type: LOOP
    iterate_over: input.all
    loop_body:
      - name: Inner
        function: x.inner # in it
`
    const fragment = copyFragment(loop, ['Inner'])
    expect(edited(loop, { type: 'paste_steps', fragment: fragment.ok ? fragment.text : '' })).toContain(
      '  - name: Inner_2\n    function: x.inner # in it\n',
    )
    expect(edited(loop, { type: 'duplicate_steps', steps: ['Inner'] })).toContain(
      '      - name: Inner_2\n        function: x.inner # in it\n',
    )
  })
  it('has none where there is no room for them, or they cannot be followed', () => {
    const paste = (into: string, step: string) =>
      edited(into, { type: 'paste_steps', fragment: `steps:\n  - ${step.replaceAll('\n', '\n    ')}\n` })
    expect(paste('{workflow_type: W, steps: [{name: A}]}\n', 'name: B # b')).not.toContain('#')
    const row = 'workflow_type: W\nsteps:\n  - name: A\n'
    expect(edited(row, { type: 'paste_steps', fragment: 'steps: [{ name: B }] # b\n' })).not.toContain('#')
    // Its last value would have what stands below it as well.
    expect(paste(row, 'name: B # b\ntype: SCRIPT\ncode: |+\n  go()\n\n\n')).not.toContain('#')
    expect(paste(row, 'name: B # b\n? dependencies\n: - Gone\n? next\n: - B\n  - Gone')).not.toContain('#')
  })
})
