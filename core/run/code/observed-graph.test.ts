import { expect, it } from 'vitest'
import { observedGraph } from './observed-graph.ts'
import { followedCommands } from './shown/followed-commands.ts'
import { activity, ScriptedCodeRun, sleep } from './testing/scripted-code-run.ts'

/** A run that fetches, sleeps and fetches again, this often, and pays at its end. */
function polling(rounds: number): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands: [activity(1)] })
  for (let round = 1; round <= rounds; round += 1) {
    const n = 2 * round
    run.complete(`fetchUser#${n - 1}`)
    run.answer({ commands: [sleep(n)] })
    run.now += 1_000
    run.send({ type: 'timer_fired', timer_id: `wait:sleep#${n}:1:1` })
    run.answer({ commands: [activity(n + 1)] })
  }
  run.complete(`fetchUser#${2 * rounds + 1}`)
  run.answer({ commands: [activity(2 * rounds + 2, 'pay')] })
  return run
}

const commandsOf = (run: ScriptedCodeRun) => followedCommands(run.history)

it('folds the rounds of a loop into one node each, with counts over all runs', () => {
  const graph = observedGraph([commandsOf(polling(2)), commandsOf(polling(0))])
  expect(graph.runs).toBe(2)
  expect(graph.nodes).toEqual([
    {
      id: 'fetchUser',
      kind: 'activity',
      name: 'fetchUser',
      function: 'activities.fetchUser',
      count: 4,
      repeated: 0,
      starts: 2,
      ends: 0,
    },
    { id: 'sleep', kind: 'timer', name: 'sleep', count: 2, repeated: 0, starts: 0, ends: 0 },
    expect.objectContaining({ id: 'pay', count: 2, starts: 0, ends: 2 }),
  ])
  expect(graph.edges).toEqual([
    { from: 'fetchUser', to: 'sleep', failed: false, count: 2, back: false },
    { from: 'sleep', to: 'fetchUser', failed: false, count: 2, back: true },
    { from: 'fetchUser', to: 'pay', failed: false, count: 2, back: false },
  ])
})

it('a command that follows itself is no edge, and the way after a failure is one of its own', () => {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands: [activity(1)] })
  run.complete('fetchUser#1')
  run.answer({ commands: [activity(2)] })
  run.fail('fetchUser#2')
  run.answer({ commands: [activity(3, 'pay')] })
  const { nodes, edges } = observedGraph([commandsOf(run)])
  expect(nodes[0]).toMatchObject({ id: 'fetchUser', count: 2, repeated: 1 })
  expect(edges).toEqual([{ from: 'fetchUser', to: 'pay', failed: true, count: 1, back: false }])
})

it('is empty without runs', () => {
  expect(observedGraph([])).toEqual({ runs: 0, nodes: [], edges: [] })
})
