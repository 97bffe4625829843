import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { atPlaces, offloadablePaths } from '#core/run/payload/offloadable-paths.ts'
import { initialState } from '#core/run/state.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import type { RecordedHistory } from './recorded.ts'

const folder = import.meta.dirname
const histories = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').trimEnd().split('\n'))
  .map((line) => (JSON.parse(line) as RecordedHistory).history)

const withOthers = (event: RunEvent, other: Json): RunEvent =>
  atPlaces(event as unknown as Json, offloadablePaths[event.type], [], () => other) as unknown as RunEvent

it('what a run went through is the same to whoever is told another value wherever one of somebody stands', () => {
  for (const history of histories) {
    const state = fold(initialState(), history)
    const others = history.map((event) => withOthers(event, { payload_ref: { sha256: 'f'.repeat(64), bytes: 1 } }))
    const shown = fold(initialState(), others)
    expect(viewsOf(shown)).toEqual(viewsOf(state))
    expect(shown.header).toMatchObject({ run_id: state.header.run_id, actor: state.header.actor })
    expect(Object.keys(shown.outputs)).toEqual(Object.keys(state.outputs))
    expect(Object.keys(shown.writes)).toEqual(expect.arrayContaining(Object.keys(state.writes)))
  }
})

it('says where each value stands, and leaves what has none as it is', () => {
  const event = {
    payload: {
      changes: [
        [['a'], 1],
        [['b', 'c'], 2],
      ],
      text: 'x',
    },
  }
  const found: unknown[] = []
  const same = atPlaces(
    event,
    [
      ['payload', 'changes', '*', '1'],
      ['payload', 'none', 'deeper'],
      ['payload', 'text', 'no'],
    ],
    [],
    (value, path) => {
      found.push([value, path])
      return value
    },
  )
  expect(same).toBe(event)
  expect(found).toEqual([
    [1, ['payload', 'changes', 0, 1]],
    [2, ['payload', 'changes', 1, 1]],
  ])
})
