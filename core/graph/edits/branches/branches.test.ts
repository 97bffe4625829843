import { describe, expect, test } from 'vitest'
import { copyFragment } from '../../fragment/copy-fragment.ts'
import { changes, edited, refused } from '../../testing/edit-text.ts'
import { notesIn } from '../../testing/notes-in.ts'

const text = `workflow_type: Side by side
steps:
  - name: P
    type: PARALLEL
    tasks:
      - name: price # of today
        function_path: shop.price
      # a person looks
      - name: Ask
        type: HUMAN
        title: Sure?
      - { name: Wait, type: WAIT, duration_seconds: 1 }
  - name: Each
    type: PARALLEL
    iterate_over: input.items
    task:
      # one by one
      name: Check
      type: HUMAN
      title: "{{ item }}"
  - name: After
    type: TRANSFORM
    set: { x: steps.Ask.output }
`

describe('a branch is added', () => {
  test('at the end or at a place, under a free name', () => {
    expect(
      changes(text, edited(text, { type: 'add_branch', step: 'P', branch: { type: 'HTTP', name: 'Ask' } })),
    ).toEqual(['+      - name: Ask_2', '+        type: HTTP'])
    const first = edited(text, { type: 'add_branch', step: 'P', branch: { type: 'SIGNAL', name: 'price' }, at: 0 })
    expect(changes(text, first)).toEqual(['+      - name: price_2', '+        type: SIGNAL'])
    expect(first.indexOf('price_2')).toBeLessThan(first.indexOf('price #'))
  })

  test('as a new step within the PARALLEL step, or behind a branch', () => {
    const within = edited(text, { type: 'add_step', step: { type: 'WAIT' }, within: 'P' })
    expect(within).toBe(edited(text, { type: 'add_branch', step: 'P', branch: { type: 'WAIT' } }))
    const behind = edited(text, { type: 'add_step', step: { type: 'SCRIPT' }, after: 'Ask' })
    expect(behind.indexOf('SCRIPT')).toBeLessThan(behind.indexOf('name: Wait'))
  })

  test('to an empty PARALLEL step, and to one over a list in place of its function', () => {
    const empty = 'workflow_type: A\nsteps:\n  - name: P\n    type: PARALLEL\n'
    expect(changes(empty, edited(empty, { type: 'add_branch', step: 'P', branch: { type: 'HUMAN' } }))).toEqual([
      '+    tasks:',
      '+      - name: Human_task',
      '+        type: HUMAN',
    ])
    const list = `${empty}    iterate_over: input.a\n    task_function: a.b\n`
    expect(
      changes(list, edited(list, { type: 'add_branch', step: 'P', branch: { type: 'HUMAN', name: 'Ask' } })),
    ).toEqual(['-    task_function: a.b', '+    task: { name: Ask, type: HUMAN }'])
  })

  test('beside a task that has no name yet', () => {
    const nameless = text.replace('name: price # of today\n        ', '')
    expect(
      changes(
        nameless,
        edited(nameless, { type: 'add_branch', step: 'P', branch: { type: 'WAIT', name: 'Wait' }, at: 0 }),
      ),
    ).toEqual(['+      - name: Wait_2', '+        type: WAIT'])
  })

  test('not where there can be none', () => {
    const branch = { type: 'WAIT' } as const
    expect(refused(text, { type: 'add_branch', step: 'After', branch }).code).toBe('step_missing')
    expect(refused(text, { type: 'add_branch', step: 'P', branch: { type: 'LOOP' } }).code).toBe('not_allowed')
    expect(refused(text, { type: 'add_branch', step: 'Each', branch }).message).toMatch(/^Each already runs a step/)
    expect(refused(text, { type: 'add_step', step: branch, after: 'Check' }).code).toBe('not_allowed')
    const deep = { fields: { with: deepObject(80) }, ...branch }
    expect(refused(text, { type: 'add_branch', step: 'P', branch: deep }).code).toBe('value_invalid')
  })
})

function deepObject(levels: number): Record<string, never> {
  return levels === 0 ? {} : ({ a: deepObject(levels - 1) } as never)
}

describe('a branch is removed', () => {
  test('with its comment, by its place or by the name of its step', () => {
    const gone = ['-      # a person looks', '-      - name: Ask', '-        type: HUMAN', '-        title: Sure?']
    expect(changes(text, edited(text, { type: 'remove_branch', step: 'P', at: 1 }))).toEqual(gone)
    expect(changes(text, edited(text, { type: 'remove_steps', steps: ['Ask'] }))).toEqual(gone)
    expect(edited(text, { type: 'remove_branch', step: 'P', at: 0 })).not.toContain('price')
  })

  test('also the step for each item, and branches of several steps', () => {
    const after = edited(text, { type: 'remove_steps', steps: ['Check', 'Wait', 'Ask'] })
    expect(after).toContain('iterate_over: input.items\n  - name: After')
    expect(after).not.toMatch(/Wait|title/)
    expect(edited(text, { type: 'remove_branch', step: 'Each', at: null })).not.toContain('Check')
  })

  test('not together with other steps, and not where there is none', () => {
    expect(refused(text, { type: 'remove_steps', steps: ['Ask', 'After'] }).message).toMatch(/^After is no branch/)
    expect(refused(text, { type: 'remove_branch', step: 'P', at: 7 }).code).toBe('step_missing')
    expect(refused(text, { type: 'remove_branch', step: 'Gone', at: null }).code).toBe('step_missing')
  })
})

describe('a branch is renamed', () => {
  test('with the references to a whole step; a short task by its place', () => {
    const renamed = edited(text, { type: 'rename_branch', step: 'P', at: 1, name: 'Approve' })
    expect(renamed).toBe(edited(text, { type: 'rename_step', step: 'Ask', name: 'Approve' }))
    expect(renamed).toContain('steps.Approve.output')
    expect(changes(text, edited(text, { type: 'rename_branch', step: 'P', at: 0, name: 'cost' }))).toEqual([
      '-      - name: price # of today',
      '+      - name: cost # of today',
    ])
    expect(edited(text, { type: 'rename_branch', step: 'Each', at: null, name: 'Look' })).toContain('name: Look')
  })

  test('not to a name that cannot be, and not where there is none', () => {
    expect(refused(text, { type: 'rename_branch', step: 'P', at: 0, name: 'END' }).code).toBe('name_invalid')
    expect(refused(text, { type: 'rename_branch', step: 'P', at: 0, name: 'Ask' }).code).toBe('name_taken')
    expect(refused(text, { type: 'rename_branch', step: 'P', at: 1, name: 'After' }).code).toBe('name_taken')
    expect(refused(text, { type: 'rename_branch', step: 'P', at: 9, name: 'X' }).code).toBe('step_missing')
  })
})

describe('the type of a branch is changed', () => {
  test('of a whole step like that of any step, of a short task by making it a whole step', () => {
    expect(changes(text, edited(text, { type: 'change_type', step: 'Ask', to: 'SIGNAL' }))).toEqual([
      '-        type: HUMAN',
      '+        type: SIGNAL',
    ])
    expect(changes(text, edited(text, { type: 'change_branch_type', step: 'P', at: 0, to: 'ASYNC' }))).toEqual([
      '-        function_path: shop.price',
      '+        type: ASYNC',
      '+        function: shop.price',
    ])
    const child = text.replace('function_path: shop.price', 'sub_workflow_type: Price')
    expect(edited(child, { type: 'change_branch_type', step: 'P', at: 0, to: 'SUB_WORKFLOW' })).toContain(
      'name: price # of today\n        type: SUB_WORKFLOW\n        sub_workflow_type: Price',
    )
    expect(edited(text, { type: 'change_branch_type', step: 'Each', at: null, to: 'WAIT' })).toContain('type: WAIT')
  })

  test('keys that lead on go, and a name is made unique', () => {
    const leading = text.replace('title: Sure?', 'next: After')
    expect(edited(leading, { type: 'change_type', step: 'Ask', to: 'WAIT' })).not.toContain('next')
    const twice = text.replace('name: price', 'name: After').replace('function_path', 'function')
    expect(edited(twice, { type: 'change_branch_type', step: 'P', at: 0, to: 'STANDARD' })).toContain('name: After_2')
    const nameless = text.replace('name: price # of today\n        ', '')
    expect(edited(nameless, { type: 'change_branch_type', step: 'P', at: 0, to: 'ASYNC' })).toContain('name: ASYNC')
  })

  test('not to a type that cannot be a branch, and not where there is none', () => {
    expect(refused(text, { type: 'change_type', step: 'Ask', to: 'LOOP' }).message).toMatch(/cannot be a branch/)
    expect(refused(text, { type: 'change_branch_type', step: 'P', at: 5, to: 'WAIT' }).code).toBe('step_missing')
  })
})

describe('branches are steps for other edits too', () => {
  test('they are duplicated behind themselves', () => {
    const after = edited(text, { type: 'duplicate_steps', steps: ['Ask', 'Wait'] })
    expect(changes(text, after).filter((line) => line.includes('name:'))).toEqual([
      '+      - name: Ask_2',
      '+      - name: Wait_2',
    ])
    expect(refused(text, { type: 'duplicate_steps', steps: ['Check'] }).code).toBe('not_allowed')
  })

  test('their fields are set, they move in the list, and nothing leads into or out of them', () => {
    expect(edited(text, { type: 'set_field', step: 'Check', path: ['title'], value: 'Look' })).toContain(
      'title: "Look"',
    )
    const moved = edited(text, { type: 'move_item', step: 'P', path: ['tasks'], from: 2, to: 0 })
    expect(moved.indexOf('name: Wait')).toBeLessThan(moved.indexOf('name: price'))
    expect(refused(text, { type: 'connect', from: 'Ask', to: 'After', kind: 'normal' }).code).toBe('not_allowed')
    expect(refused(text, { type: 'connect', from: 'P', to: 'Ask', kind: 'normal' }).code).toBe('not_allowed')
  })

  test('branches that are not written as such keep their text through the edits of other steps', () => {
    for (const [broken, kept] of [
      [text.replace(/ {4}tasks:\n[\s\S]*?(?= {2}- name: Each)/, '    tasks: none\n'), 'tasks: none\n'],
      [text.replace(/task:\n[\s\S]*?"\{\{ item \}\}"/, 'task: later'), 'task: later\n'],
    ] as const) {
      const after = edited(broken, { type: 'rename_step', step: 'After', name: 'Last' })
      expect(after).toBe(broken.replace('name: After', 'name: Last'))
      expect(after).toContain(kept)
    }
  })

  test('they have notes and are copied with their text', () => {
    expect(notesIn(text)).toMatchObject({ Ask: 'a person looks' })
    const ask = copyFragment(text, ['Ask'])
    expect(ask.ok && ask.text).toBe('steps:\n  # a person looks\n  - name: Ask\n    type: HUMAN\n    title: Sure?\n')
    const check = copyFragment(text, ['Check'])
    expect(check.ok && check.text).toBe('steps:\n  - name: Check\n    type: HUMAN\n    title: "{{ item }}"\n')
    const inBraces = text.replace(/task:\n[\s\S]*?"\{\{ item \}\}"/, 'task: { name: Check, type: HUMAN }')
    const flow = copyFragment(inBraces, ['Check'])
    expect(flow.ok && flow.text).toBe('steps: [{ name: Check, type: HUMAN }]\n')
  })
})
