import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { connect, convert, node, start } from '../testing/flows.ts'

function set(parameters: JsonObject) {
  const { step, notes } = convert([start, node('Do', 'set', parameters)], connect('Start>Do'))
  const said = notes.filter(({ part }) => part === 'Do').map(({ fate, message }) => `${fate} ${message}`)
  return { done: step('Do'), said }
}

describe('a Set node of n8n', () => {
  it.each<[type: string, value: Json, expression: string]>([
    ['number', '5', '5'],
    ['number', 'many', '"many"'],
    ['number', ' ', '" "'],
    ['boolean', 'true', 'true'],
    ['boolean', 'false', 'false'],
    ['boolean', 'maybe', '"maybe"'],
    ['array', '[1, "a"]', '[1,"a"]'],
    ['array', '[1', '"[1"'],
    ['object', '{"a": 1}', '{"a":1}'],
    ['string', 5, '"5"'],
    ['string', '5', '"5"'],
    ['object', { a: 1 }, '{"a":1}'],
  ])('makes a %s of %j', (type, value, expression) => {
    const assignments = { assignments: { assignments: [{ id: '1', name: 'x', type, value }] } }
    expect(set(assignments)).toMatchObject({ done: { set: { x: expression } }, said: [/^understood/] })
  })

  it('sets JSON with expressions within it', () => {
    const written =
      '={ "a": { "b": {{ $json.b }}, "l": [1, "x"] }, "t": "Hi {{ $json.name }}", "id": "{{ $json.id }}" }'
    expect(set({ mode: 'raw', jsonOutput: written }).done.set).toEqual({
      a: '{"b": input.b, "l": [1, "x"]}',
      t: '"Hi " + string(input.name)',
      id: 'string(input.id)',
    })
    const unsure = set({ jsonOutput: '={ "at": {{ $now }}, "again": {{ $now }} }' })
    expect(unsure.done.set).toEqual({ at: '$now', again: '$now' })
    // The same expression is reported once.
    expect(unsure.said.filter((line) => line.startsWith('kept'))).toHaveLength(1)
    expect(set({ jsonOutput: { a: 1 } }).done).toMatchObject({ function: 'n8n.set', with: { jsonOutput: { a: 1 } } })
  })

  it('leaves everything else in the state, and says so where n8n was told what to hand on', () => {
    const fields = { fields: { values: [{ name: 'x', stringValue: 'a' }] } }
    for (const include of ['all', 'none']) {
      expect(set({ ...fields, include, duplicateItem: false }).said).toEqual([
        expect.stringMatching(/^changed `include`/),
        expect.stringMatching(/^understood/),
      ])
    }
    expect(set({ ...fields, include: 'selected', duplicateItem: true }).said).toContain(
      'lost Not imported: `parameters.include`, `parameters.duplicateItem`.',
    )
    const partly = set({ values: { string: 'none', number: [{ name: 'n', value: 1 }] } })
    expect(partly.done.set).toEqual({ n: '1' })
    expect(partly.said).toContain('lost Not imported: `parameters.values.string`.')
  })
})
