import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from '../testing/flows.ts'

/** What an expression of the node `Read` means, and whether that is certain. */
function meaning(source: string, nodes: readonly Json[], ...edges: readonly string[]) {
  const read = node('Read', 'set', { assignments: { assignments: [{ name: 'x', value: `={{ ${source} }}` }] } })
  const { step, notes } = convert([start, read, ...nodes], connect(...edges))
  const isKept = notes.some(({ fate, part }) => fate === 'kept' && part === 'Read')
  return isKept ? null : (step('Read').set as Record<string, string>).x
}

describe('the data that an expression of n8n reads', () => {
  it('is not certain behind a loop, nor behind an output for errors', () => {
    const loop = [node('Each', 'splitInBatches', {}, { typeVersion: 3 }), act('Work')]
    const edges = ['Start>Each', 'Each:1>Work', 'Work>Each', 'Each>Read']
    expect(meaning('$json.a', loop, ...edges)).toBe(null)
    expect(meaning("$('Each').item.json.a", loop, ...edges)).toBe(null)
    expect(meaning("$('Start').item.json.a", loop, ...edges)).toBe('input.a')
    const failing = [node('Do', 'httpRequest', {}, { onError: 'continueErrorOutput' })]
    expect(meaning('$json.error', failing, 'Start>Do', 'Do:1>Read')).toBe(null)
    expect(meaning('$json.sum', failing, 'Start>Do', 'Do>Read')).toBe('steps.Do.output.sum')
  })

  it('is read by the name of its node in the old way and the new', () => {
    const nodes = [node('Get it-all', 'httpRequest')]
    const edges = ['Start>Get it-all', 'Get it-all>Read']
    for (const source of ['$node["Get it-all"].json.a', '$("Get it-all").first().json["a"]']) {
      expect(meaning(source, nodes, ...edges)).toBe('steps["Get_it-all"].output.a')
    }
    expect(meaning('$json === null', nodes, ...edges)).toBe('steps["Get_it-all"].output == null')
  })

  const behind = (source: string, parameters: JsonObject, typeVersion: number) =>
    meaning(source, [node('Before', 'set', parameters, { typeVersion })], 'Start>Before', 'Before>Read')

  it.each<[JsonObject, number, string | null]>([
    [{}, 3, 'input.other'],
    [{ include: 'none' }, 3, null],
    [{}, 3.4, null],
    [{ includeOtherFields: true }, 3.4, 'input.other'],
  ])('is handed on by a Set with JSON and %j of version %d: %s', (more, version, other) => {
    for (const jsonOutput of ['{"own": 1}', '={ "own": {{ $json.a }} }']) {
      expect(behind('$json.own', { jsonOutput, ...more }, version)).toBe('steps.Before.output.own')
      expect(behind('$json.other', { jsonOutput, ...more }, version)).toBe(other)
    }
  })

  it('is what a function gives where the JSON of a Set cannot be read', () => {
    expect(behind('$json.any', { jsonOutput: '={{ $json.all }}' }, 3)).toBe('steps.Before.output.any')
    expect(behind('$json.any', { jsonOutput: { any: 1 } }, 3)).toBe('steps.Before.output.any')
  })
})
