import { describe, expect, it } from 'vitest'
import { parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '../../apply-edit.ts'
import { copyFragment } from '../../fragment/copy-fragment.ts'
import { diff, edited } from '../../testing/edit-text.ts'

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
    const result = applyEdit(text, { type: 'duplicate_steps', steps: ['Tell'] }, parseIncrementally(text, null))
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
  it('has the one behind it in a list of steps in brackets, where that may stand', () => {
    const listed = `workflow_type: W
steps: [
  { name: A, type: NOOP, next: B }, # of A
  { name: B, type: NOOP } # of B
]
`
    expect(edited(listed, { type: 'duplicate_steps', steps: ['A', 'B'] })).toBe(`workflow_type: W
steps: [
  { name: A, type: NOOP, next: B }, # of A
  { name: B, type: NOOP, next: END }, # of B
  { name: A_2, type: NOOP, next: B_2 }, # of A
  { name: B_2, type: NOOP } # of B
]
`)
    const inOneLine = 'workflow_type: W\nsteps: [{ name: Z, type: NOOP }]\n'
    const fragment = copyFragment(listed, ['A'])
    expect(edited(inOneLine, { type: 'paste_steps', fragment: fragment.ok ? fragment.text : '' })).not.toContain(
      '# of A',
    )
  })

  it('has those within lists and maps in brackets, whatever of them has another name or leads nowhere', () => {
    const lists = `workflow_type: W
steps:
  - name: A
    dependencies: [
      B, # why
      C # and
    ]
    with: { list: [1, # first
      2], # behind
      m: 3 }
  - name: B
  - name: C
  - name: D
    type: DECISION
    routes: [
      { condition: x, target: A }, # one
      { condition: y, # two
        target: Gone }, # three
      # four
      { default: A } # five
    ] # six
`
    const copied = ['A', 'B', 'D']
    expect(diff(lists, { type: 'duplicate_steps', steps: copied })).toMatchInlineSnapshot(`
      "+  - name: A_2
      +    dependencies: [
      +      B_2, # why
      +    ]
      +    with: { list: [1, # first
      +      2], # behind
      +      m: 3 }
      +  - name: B_2
      +    next: END
      +  - name: D_2
      +    type: DECISION
      +    routes: [
      +      { condition: x, target: A_2 }, # one
      +      # four
      +      { default: A_2 } # five
      +    ] # six"
    `)
    const fragment = copyFragment(lists, copied)
    const other = 'workflow_type: Other\nsteps: []\n'
    expect(edited(other, { type: 'paste_steps', fragment: fragment.ok ? fragment.text : '' })).toMatchInlineSnapshot(`
      "workflow_type: Other
      steps:
        - name: A
          dependencies: [
            B, # why
          ]
          with: { list: [1, # first
            2], # behind
            m: 3 }
        - name: B
          next: END
        - name: D
          type: DECISION
          routes: [
            { condition: x, target: A }, # one
            # four
            { default: A } # five
          ] # six
      "
    `)
  })
  it('has them beside a text that keeps the empty lines below it, which stay its own', () => {
    const kept = `workflow_type: W
steps:
  - name: A # a
    type: SCRIPT
    code: |+
      go()

    # behind
    next: B
  - name: B # b
    type: SCRIPT
    code: |+
      go()


  - name: C # c
    type: SCRIPT
    code: |+
      go()

`
    const twice = edited(kept, { type: 'duplicate_steps', steps: ['A', 'B', 'C'] })
    expect(twice.match(/#/g)).toHaveLength(8)
    const fragment = copyFragment(kept, ['A', 'C'])
    const pasted = edited('workflow_type: O\nsteps:\n  - name: Z\nlayout: { Z: [0, 0] }\n', {
      type: 'paste_steps',
      fragment: fragment.ok ? fragment.text : '',
    })
    expect(pasted).toMatchInlineSnapshot(`
      "workflow_type: O
      steps:
        - name: Z
          next: END

        - name: A # a
          type: SCRIPT
          code: |+
            go()

          # behind
          next: END

        - name: C # c
          type: SCRIPT
          code: |+
            go()

      layout: { Z: [0, 0] }
      "
    `)
    const code = (of: string, name: string) => {
      const step = parse(of).definition?.steps.find((one) => one.name === name)
      return step?.type === 'SCRIPT' ? step.code : undefined
    }
    for (const name of ['A_2', 'C', 'C_2']) expect(code(twice, name), name).toBe('go()\n\n')
    for (const name of ['B', 'B_2']) expect(code(twice, name), name).toBe('go()\n\n\n')
    expect(code(pasted, 'C')).toBe('go()\n\n')
  })
  it('has them out of a step in braces, among others in braces or as a line of its own', () => {
    const braces = `workflow_type: W
steps: [
  { name: A, # one
    function: x.a, # two
    next: B }, # three
  { name: B } # four
]
`
    const fragment = copyFragment(braces, ['A', 'B'])
    expect(
      edited('workflow_type: O\nsteps:\n  - name: Z\n', {
        type: 'paste_steps',
        fragment: fragment.ok ? fragment.text : '',
      }),
    ).toMatchInlineSnapshot(`
      "workflow_type: O
      steps:
        - name: Z
          next: END

        - { name: A, # one
            function: x.a, # two
            next: B } # three
        - { name: B } # four
      "
    `)
    expect(diff(braces, { type: 'duplicate_steps', steps: ['A', 'B'] })).toMatchInlineSnapshot(`
      "-  { name: B } # four
      +  { name: B, next: END }, # four
      +  { name: A_2, # one
      +    function: x.a, # two
      +    next: B_2 }, # three
      +  { name: B_2 } # four"
    `)
    // A step of lines has no room in braces.
    const row = copyFragment(text, ['Look'])
    expect(edited(braces, { type: 'paste_steps', fragment: row.ok ? row.text : '' })).not.toContain('newest model')
  })
  it('has none where another one could be misread, which keeps its own', () => {
    const braces = `workflow_type: W
steps: [
  { name: A, # one
    next: B }, # is no end: }
  { name: B, # two
    function: x.b }
]
`
    expect(diff(braces, { type: 'duplicate_steps', steps: ['A', 'B'] })).toMatchInlineSnapshot(`
      "+    function: x.b,
      +    next: END },
      +  { name: A_2, next: B_2 },
      +  { name: B_2, # two"
    `)
  })
  it('has none where there is no room for them, or they cannot be followed', () => {
    const paste = (into: string, step: string) =>
      edited(into, { type: 'paste_steps', fragment: `steps:\n  - ${step.replaceAll('\n', '\n    ')}\n` })
    expect(paste('{workflow_type: W, steps: [{name: A}]}\n', 'name: B # b')).not.toContain('#')
    const row = 'workflow_type: W\nsteps:\n  - name: A\n'
    expect(edited(row, { type: 'paste_steps', fragment: 'steps: [{ name: B }] # b\n' })).not.toContain('#')
    expect(paste(row, 'name: B # b\n? dependencies\n: - Gone\n? next\n: - B\n  - Gone')).not.toContain('#')
  })

  it.each(['1.10', '[1.10, 2]', '0x1F', '1e3', '+5', '12345678901234567890', '{ a: 7. }', '[-.5]'])(
    'has the number %s as it is written',
    (value) => {
      const text = `workflow_type: W\nsteps:\n  - name: A\n    function: x.a\n    with:\n      v: ${value}\n`
      const copied = edited(text, { type: 'duplicate_steps', steps: ['A'] })
      expect(copied.split(`v: ${value}\n`)).toHaveLength(3)
      expect(edited('steps: []\n', { type: 'paste_steps', fragment: text })).toContain(`v: ${value}\n`)
    },
  )
})
