import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, reported, start } from '../testing/flows.ts'

const each = (name: string, version = 3, parameters: JsonObject = {}) =>
  node(name, 'splitInBatches', parameters, { typeVersion: version })
const reads = (name: string, value: Json) => node(name, 'set', { assignments: { assignments: [{ name: 'x', value }] } })

describe('a Loop Over Items of n8n', () => {
  it('is a LOOP, whose body ends where it leads back', () => {
    const nodes = [
      start,
      each('Each'),
      reads('Work', '={{ $json.id }}'),
      reads('After', "={{ $('Work').item.json.x }}"),
    ]
    const { step, notes } = convert(nodes, connect('Start>Each', 'Each>After', 'Each:1>Work', 'Work>Each'))
    expect(step('Each')).toMatchObject({
      type: 'LOOP',
      iterate_over: 'input',
      next: ['After'],
      loop_body: [{ name: 'Work', set: { x: 'item.id' }, next: ['END'] }],
    })
    // What the body gave belongs to its last round.
    expect(reported(notes)).toContain('kept After')
  })

  it('has its outputs the other way round in the second version, and one alone in the first', () => {
    const edges = connect('Start>Each', 'Each>Work', 'Each:1>After', 'Work>Each')
    const second = convert([start, each('Each', 2), act('Work'), act('After')], edges)
    expect(second.step('Each')).toMatchObject({ next: ['After'], loop_body: [{ name: 'Work' }] })
    const first = convert([start, each('Each', 1), act('Work')], connect('Start>Each', 'Each>Work', 'Work>Each'))
    expect(first.step('Each')).toMatchObject({ next: ['END'], loop_body: [{ name: 'Work' }] })
  })

  it('within another one has an item of another name', () => {
    const nodes = [
      start,
      each('Outer', 3, { batchSize: 10, options: { reset: false } }),
      each('Inner'),
      reads('Work', "={{ $json.a + $('Outer').item.json.b }}"),
    ]
    const edges = ['Start>Outer', 'Outer:1>Inner', 'Inner>Outer', 'Inner:1>Work', 'Work>Inner']
    const { step, notes } = convert(nodes, connect(...edges))
    expect(step('Outer')).toMatchObject({
      item_var_name: 'item_of_outer',
      loop_body: [
        {
          name: 'Inner',
          item_var_name: 'item_of_inner',
          loop_body: [{ name: 'Work', set: { x: 'item_of_inner.a + item_of_outer.b' } }],
        },
      ],
    })
    expect(notes.some(({ message }) => message.startsWith('`batchSize`'))).toBe(true)
  })

  it('whose body is led into from elsewhere is drawn as a node with several outputs', () => {
    const nodes = [start, each('Each'), act('Work'), act('After')]
    const { step, notes } = convert(nodes, connect('Start>Each', 'Start>Work', 'Each>After', 'Each:1>Work'))
    expect(step('Each')).toMatchObject({ type: 'DECISION', routes: [{ target: 'After' }, { target: 'Work' }, {}] })
    expect(reported(notes)).toContain('lost Each')
  })

  it('that nothing leads back to, or without certain items, says so', () => {
    const open = convert([start, each('Each'), act('Work')], connect('Start>Each', 'Each:1>Work'))
    expect(open.notes.some(({ message }) => message.includes('stops after the first batch'))).toBe(true)
    const edges = connect('Start>A', 'Start>B', 'A>Each', 'B>Each', 'Each:1>Work', 'Work>Each')
    const unsure = convert([start, act('A'), act('B'), each('Each'), act('Work')], edges)
    expect(reported(unsure.notes)).toContain('kept Each')
  })
})
