import { expect, it } from 'vitest'
import { terminalsOf } from '#core/graph/terminals.ts'
import { activity, ScriptedCodeRun } from '#core/run/code/testing/scripted-code-run.ts'
import { indexRun, shownAt } from '../instant/run-index.ts'
import { codeGraphOf, mostCommands } from './code-graph.ts'
import { runOverlay } from './run-overlay.ts'

const graphOf = (run: ScriptedCodeRun) => codeGraphOf('Messages', indexRun(run.history))

function started(): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands: [activity(1)] })
  return run
}

it('draws the commands as they followed each other, with an end once the run has ended', () => {
  const run = started()
  expect(terminalsOf(graphOf(run).graph)).toMatchObject({ starts: [{ target: 'fetchUser#1' }], ends: [] })
  run.fail('fetchUser#1')
  run.answer({ commands: [{ kind: 'child', n: 2, name: 'Billing', input: {} }] })
  const { graph, step } = graphOf(run)
  expect(graph.nodes.map(({ id, step: { type } }) => [id, type])).toEqual([
    ['fetchUser#1', 'STANDARD'],
    ['child:Billing#2', 'SUB_WORKFLOW'],
  ])
  expect(graph.edges).toMatchObject([{ source: 'fetchUser#1', target: 'child:Billing#2', kind: 'failure' }])
  expect(step('child:Billing#2')).toMatchObject({ sub_workflow_type: 'Billing' })
  run.send({ type: 'cancel', actor: { id: 'ana' }, force: true })
  expect(terminalsOf(graphOf(run).graph).ends).toMatchObject([{ source: 'child:Billing#2' }])
})

it('shows a command that has ended as it ended, at any instant', () => {
  const run = started()
  const before = run.history.length
  run.now += 42
  run.complete('fetchUser#1')
  run.answer({ outcome: { kind: 'completed', result: 1 } })
  const index = indexRun(run.history)
  const at = (seq: number) => runOverlay(graphOf(run).graph, shownAt(index, seq)).nodes['fetchUser#1']
  expect(at(before)).toMatchObject({ tone: 'active' })
  expect(at(run.history.length)).toMatchObject({ tone: 'done', note: '42 ms' })
  expect(shownAt(index, run.history.length)).toBe(shownAt(index, run.history.length))
})

it('keeps its identity until there is another command', () => {
  const run = started()
  const first = graphOf(run)
  run.complete('fetchUser#1')
  const second = codeGraphOf('Messages', indexRun(run.history), first)
  expect(second).toBe(first)
  run.answer({ commands: [activity(2)] })
  expect(codeGraphOf('Messages', indexRun(run.history), first)).not.toBe(first)
})

it('draws the latest commands of a long run', () => {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands: Array.from({ length: mostCommands + 5 }, (_, index) => activity(index + 1)) })
  const { graph, left, titled } = graphOf(run)
  expect([graph.nodes.length, left, titled.length]).toEqual([mostCommands, 5, mostCommands + 5])
  expect(graph.nodes[0]?.id).toBe('fetchUser#6')
})
