import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { act, connect, convert, node, reported, start } from '../testing/flows.ts'

describe('a Merge of n8n', () => {
  const merged = (parameters: JsonObject, typeVersion: number) => {
    const nodes = [start, act('A'), act('B'), node('Join', 'merge', parameters, { typeVersion }), act('After')]
    return convert(nodes, connect('Start>A', 'Start>B', 'A>Join', 'B>Join', 'Join>After'))
  }

  it.each([
    [{ mode: 'mergeByIndex' }, 1],
    [{ mode: 'combine', combinationMode: 'multiplex' }, 2],
    [{ mode: 'combine', combinationMode: 'mergeByPosition' }, 2.1],
    [{ mode: 'combine', combineBy: 'combineAll' }, 3],
  ])('with %j of version %d puts fields together', (parameters, version) => {
    const { step } = merged(parameters, version)
    expect(step('Join')).toMatchObject({
      type: 'SCRIPT',
      code: 'return { ...steps.A.output, ...steps.B.output }\n',
      next: ['After'],
    })
  })

  it.each([
    [{ mode: 'mergeByIndex' }, 2],
    [{ mode: 'combine' }, 2],
    [{ mode: 'combine' }, 3],
    [{ mode: 'append' }, 3],
  ])('with %j of version %d only waits for its inputs, and tells of its settings', (parameters, version) => {
    const { step, notes } = merged(parameters, version)
    expect([step('A').next, step('B').next]).toEqual([['After'], ['After']])
    expect(reported(notes)).toEqual(expect.arrayContaining(['changed Join', 'lost Join']))
  })
})
