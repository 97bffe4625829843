import { describe, expect, it } from 'vitest'
import type { Blocks } from '#core/definition/incremental/blocks.ts'
import { blocksOf, parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import { parse } from '#core/definition/parse.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { applyEdit } from '../../apply-edit.ts'
import type { Edit, EditDone } from '../../edit.ts'
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
  const { parsed: _, ...result } = applyEdit(before, edit, parseIncrementally(before, null)) as EditDone
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

  it('moves a step whose place is written in an odd way', () => {
    const odd = text.replace('Ask: [0, 100]', 'Ask: [0x10, +100]')
    const { text: moved } = edited(odd, { type: 'move', positions: { Ask: { x: 5, y: 6 }, Last: { x: 7, y: 8 } } })
    expect(parse(moved).layout).toMatchObject({ Ask: [5, 6], Last: [7, 8] })
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
      parseIncrementally(text, null),
    ) as EditDone
    expect(parsed?.definition).toEqual(parse(after).definition)
  })

  it('moves every step at once, whatever the numbers are and however they are written', () => {
    const places = { Check: { x: 4, y: 8 }, Ask: { x: 100, y: 0 }, Last: { x: -7, y: 200 } }
    for (const ask of [
      '[0, 100]',
      '[ 0, 1e2 ]',
      '[0.0, 100]',
      '["0", 100]',
      '[0, 100, 1]',
      '{ x: 0 }',
      '"[0, 100]"',
      '',
    ]) {
      edited(text.replace('[0, 100]', ask), { type: 'move', positions: places })
      edited(text.replace('[0, 100]', `${ask} # there`), { type: 'move', positions: places })
    }
    const { splices } = edited(text, { type: 'move', positions: { Ask: { x: 8, y: 120 } } })
    expect(splices).toEqual([
      { start: text.indexOf('0, 100'), end: text.indexOf(', 100'), text: '8' },
      { start: text.indexOf('00]\n  Last'), end: text.indexOf('0]\n  Last'), text: '2' },
    ])
  })

  const many = lines(
    'workflow_type: Many',
    'steps:',
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G'].flatMap((name) => [
      `  # about ${name}`,
      `  - name: ${name}`,
      `    function: x.${name.toLowerCase()} # calls`,
      ...(name < 'D' ? [''] : []),
    ]),
    'layout:',
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name, index) => `  ${name}: [0, ${index * 100}]`),
  )
  const flat = many.replaceAll(/- name: (\w)\n {4}(function: .*?) # calls/g, '- { name: $1, $2 }')

  it.each(['A', 'B', 'C', 'D', 'E', 'F', 'G'])('has steps that come and go around %s as in the whole', (name) => {
    for (const before of [many, flat, many.replace(/ {2}- name: D\n {4}(.*) # calls/, '  - { name: D, $1 }')]) {
      const { text: after, parsed } = applyEdit(
        before,
        { type: 'remove_steps', steps: [name] },
        parseIncrementally(before, null),
      ) as EditDone
      expect(parsed).toBeDefined()
      expect(after).not.toContain(`about ${name}`)
      edited(before, { type: 'remove_steps', steps: [name] })
      edited(before, { type: 'remove_steps', steps: [...new Set(['A', name, 'E'])] })
      edited(before, { type: 'rename_step', step: name, name: 'Else' })
      const step = { type: 'WAIT', name: 'New', fields: { duration_seconds: 3 } } as const
      edited(before, { type: 'add_step', step, after: name, position: { x: 1, y: 2 } })
      edited(before, { type: 'duplicate_steps', steps: [name], offset: { x: 8, y: 8 } })
      edited(before, { type: 'connect', from: name, to: name === 'C' ? 'F' : 'C', kind: 'failure' })
    }
  })

  it('is one of the whole text where steps or positions change places', () => {
    const parsed = parseIncrementally(many, null)
    const { steps, layout, ...rest } = (blocksOf(parsed) as Blocks).value as { steps: Json[]; layout: JsonObject }
    const [first, second, ...others] = steps as [Json, Json, ...Json[]]
    expect(rewriteBlocks(parsed, { ...rest, steps: [second, first, ...others], layout })).toBeNull()
    const turned = Object.fromEntries(Object.entries(layout).toReversed())
    expect(rewriteBlocks(parsed, { ...rest, steps, layout: turned })).toBeNull()
  })

  it('is one of the whole text where there is nothing left to hold on to', () => {
    const parsed = parseIncrementally(text, null)
    const wanted = { workflow_type: 'Order', steps: [{ name: 'Check', function: 'orders.check' }] }
    expect(rewriteBlocks(parsed, wanted)).toBeNull()
    expect(rewriteBlocks(parsed, { workflow_type: 'Order' })).toBeNull()
    expect(rewriteBlocks(parse(text), wanted)).toBeNull()
  })
})
