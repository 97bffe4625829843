import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop } from '#core/run/testing/steps.ts'
import { roundsOf } from './rounds.ts'

const inner = loop('Inner', [call('A')], { iterate_over: "['x', 'y']" })
const run = new ScriptedRun(definition([loop('Outer', [inner], { iterate_over: 'input.items' })]), {
  input: { items: [1, 2, 3] },
})
run.own()
for (let times = 0; times < 4; times += 1) run.complete('A')
const all = { from: 1, to: run.history.length }
const startsIn = (from: number, to: number) =>
  run.history.slice(from - 1, to).filter(({ type }) => type === 'workflow.loop.round_started').length

it('rounds follow each other without a gap, to the end of the stretch', () => {
  const rounds = roundsOf(run.history, 'Outer', all)
  expect(rounds).toHaveLength(3)
  expect(rounds.at(-1)?.to).toBe(all.to)
  for (const [index, { from }] of rounds.entries()) if (index > 0) expect(rounds[index - 1]?.to).toBe(from - 1)
})

it('the rounds of an inner loop are those within one round of the outer', () => {
  const counts = roundsOf(run.history, 'Outer', all).map((round) => roundsOf(run.history, 'Inner', round).length)
  expect(counts).toEqual([2, 2, 1])
  const [first] = roundsOf(run.history, 'Outer', all)
  expect(startsIn(first?.from ?? 0, first?.to ?? 0)).toBe(3)
})

it('there are none before the first', () => {
  expect(roundsOf(run.history, 'Outer', { from: 1, to: 2 })).toEqual([])
})
