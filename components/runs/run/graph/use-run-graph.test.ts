import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { indexRun, stateAt } from '../instant/run-index.ts'
import { graphOfRun, readDefinition } from './use-run-graph.ts'

const text = `workflow_type: Welcome
steps:
  - name: A
    function: t.a
    dynamic_injection:
      rules:
        - condition_key: tier
          value_match: gold
          action: INSERT_AFTER_CURRENT
          steps_to_insert:
            - { name: Gift, function: t.gift }
  - name: Z
    function: t.z
`

it('steps that only an earlier attempt inserted are drawn at the instants of that attempt, and not now', () => {
  const known = readDefinition(text, null)
  const { definition } = parse(text)
  if (known === null || definition === null) throw new Error('The definition has problems.')
  const run = new ScriptedRun(definition)
  run.own()
  run.complete('A', { tier: 'gold' })
  run.complete('Gift')
  const before = run.history.length
  run.fail('Z')
  run.send({ type: 'retry', actor: ana, from_step: 'A' })
  run.complete('A', { tier: 'blue' })

  const index = indexRun(run.history)
  const drawnAt = (seq: number) => {
    const { nodes, edges } = graphOfRun(known, index.state, stateAt(index, seq))
    return [nodes.map(({ id }) => id), edges.map(({ source, target }) => `${source} to ${target}`)]
  }
  expect(drawnAt(run.history.length)).toEqual([['A', 'Z'], ['A to Z']])
  expect(drawnAt(before)).toEqual([
    ['A', 'Gift', 'Z'],
    ['A to Gift', 'Gift to Z'],
  ])
})
