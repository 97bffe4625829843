import { describe, expect, it } from 'vitest'
import { parseAgain } from '#core/definition/again/parse-again.ts'
import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import { applyEdit } from '../apply-edit.ts'
import type { Edit, EditDone } from '../edit.ts'
import { rewriteBlocks } from './rewrite-blocks.ts'

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

const text = lines(
  'workflow_type: Order',
  'steps:',
  '  - name: Check',
  '    function: orders.check # looks',
  '  -',
  '    name: Ask',
  '    type: HUMAN',
  '    form:',
  '        type: object',
  '  - name: Last',
  '    type: SIGNAL',
  '    signal: done',
  '',
  'layout:',
  '  Check: [0, 0]',
  '  Ask: [0, 100]',
  '  Last: [0, 200]',
)

/** In pieces and as a whole: the same characters. */
function edited(before: string, edit: Edit): EditDone {
  const { parsed: _, ...result } = applyEdit(before, edit, parseAgain(before, null)) as EditDone
  expect(result).toEqual(applyEdit(before, edit, parse(before)))
  return result
}

const field = (step: string, path: string[], value: Json): Edit => ({
  type: 'set_field',
  step,
  path,
  value,
})

describe('an edit of a text that was read in pieces', () => {
  it('touches the lines of one step, wherever that stands', () => {
    for (const step of ['Check', 'Ask', 'Last']) {
      const { splices } = edited(text, field(step, ['description'], 'Words'))
      expect(splices).toHaveLength(1)
    }
  })

  it('writes what is new in the style of the whole text', () => {
    const schema = { type: 'object', properties: { reason: { type: 'string', description: 'Why it is over' } } }
    expect(edited(text, field('Last', ['schema'], schema)).text).toContain('    schema:\n      type: object\n')
    const flat = text.replace(/^layout:\n(?:.*\n)*/m, '')
    expect(edited(flat, field('Last', ['schema'], schema)).text).toContain('    schema:\n        type: object\n')
  })

  it('knows the style of lists from a step that it does not touch', () => {
    const listed = lines(
      'workflow_type: A',
      'steps:',
      '-',
      '  name: A',
      '-   name: B',
      '    tags:',
      '        -   x',
      '- name: C',
    )
    expect(edited(listed, field('C', ['groups'], ['a', 'b'])).text).not.toBe(listed)
    const empty = lines('workflow_type: A', 'input_schema:', '  type: object', 'steps:', '- {name: A}', '- {name: B}')
    expect(edited(empty, field('B', ['description'], 'x')).text).not.toBe(empty)
  })

  it('moves, and places what had no place behind the last one', () => {
    edited(text, { type: 'move', positions: { Ask: { x: 4, y: 8 } } })
    edited(text.replace('  Last: [0, 200]\n', ''), { type: 'move', positions: { Last: { x: 4, y: 8 } } })
    edited(text.replace(/^layout:\n(?:.*\n)*/m, ''), { type: 'move', positions: { Last: { x: 4, y: 8 } } })
    edited(text.replace('Last: [0, 200]\n', 'Last: [0, 200]'), { type: 'move', positions: { Last: { x: 4, y: 8 } } })
  })

  it('reads the new text on the way', () => {
    const { parsed, text: after } = applyEdit(
      text,
      field('Last', ['signal'], 'over'),
      parseAgain(text, null),
    ) as EditDone
    expect(parsed?.definition).toEqual(parse(after).definition)
  })

  it('is one of the whole text where steps or positions come, go or change places', () => {
    const parsed = parseAgain(text, null)
    const wanted = { workflow_type: 'Order', steps: [{ name: 'Check', function: 'orders.check' }] }
    expect(rewriteBlocks(parsed, wanted)).toBeNull()
    expect(rewriteBlocks(parsed, { workflow_type: 'Order' })).toBeNull()
    edited(text, { type: 'remove_steps', steps: ['Ask'] })
    edited(text, { type: 'rename_step', step: 'Ask', name: 'Question' })
    edited(text, { type: 'add_step', step: { type: 'WAIT', name: 'New' } })
    expect(rewriteBlocks(parse(text), wanted)).toBeNull()
  })
})
