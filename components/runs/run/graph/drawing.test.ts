import { describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { decompile } from '#core/graph/decompile.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human, loop, parallel, subWorkflow } from '#core/run/testing/steps.ts'
import { indexRun } from '../instant/run-index.ts'
import { type DrawnRun, drawRun, type Look } from './drawing.ts'

function scripted(steps: readonly Step[], prefix = 'id-') {
  const run = new ScriptedRun(definition(steps), { input: { items: ['a', 'b', 'c'] } }, prefix)
  run.own()
  return run
}

function drawn(run: ScriptedRun, runId: string, seq = run.history.length): DrawnRun {
  const graph = decompile(run.executable.definition, {})
  return { runId, workflow: `${runId} workflow`, graph, index: indexRun(run.history), seq }
}

const open = (picks: Readonly<Record<string, number>> = {}): Look => ({
  isOpen: () => true,
  pickedRound: (id) => picks[id],
})
const noPerson = () => undefined

describe('a LOOP', () => {
  const run = scripted([loop('Loop', [call('A'), call('B')], { iterate_over: 'input.items' }), call('After')])
  run.complete('A')
  run.now += 40
  run.complete('B')
  run.complete('A')
  const root = drawn(run, 'run')

  it('shows its body in the round that is under way', () => {
    const { insides, overlay, drawnNodes } = drawRun(root, open(), noPerson)
    expect(insides.get('Loop')?.nodes.map(({ id }) => id)).toEqual(['A', 'B'])
    expect(drawnNodes.get('Loop')?.rounds).toEqual({ shown: 1, count: 2 })
    expect([overlay.nodes.A?.word, overlay.nodes.B?.word]).toEqual(['Completed', 'Running'])
  })

  it('shows it in a round that was picked, as it ended', () => {
    const { overlay, drawnNodes } = drawRun(root, open({ Loop: 0 }), noPerson)
    expect(drawnNodes.get('Loop')?.rounds).toEqual({ shown: 0, count: 2 })
    expect([overlay.nodes.B?.word, overlay.nodes.B?.note]).toEqual(['Completed', '40 ms'])
    expect(Object.values(overlay.edges)).toContain('live')
  })

  it('shows at a past instant no more rounds than there were', () => {
    const { overlay, drawnNodes } = drawRun({ ...root, seq: 6 }, open({ Loop: 1 }), noPerson)
    expect(drawnNodes.get('Loop')?.rounds).toEqual({ shown: 0, count: 1 })
    expect(overlay.nodes.A?.word).not.toBe('Completed')
    expect(drawRun({ ...root, seq: 4 }, open(), noPerson).overlay.nodes.A?.word).toBe('Not run yet')
  })

  it('is one node when it is closed', () => {
    const { insides, drawnNodes } = drawRun(root, { ...open(), isOpen: () => false }, noPerson)
    expect(insides.size).toBe(0)
    expect(drawnNodes.get('Loop')).toMatchObject({ opens: true, isOpen: false, rounds: null })
  })
})

describe('a sub-workflow', () => {
  const child = scripted([call('Inner'), human('Ask'), call('Last')], 'below-')
  child.complete('Inner')
  const parent = scripted([call('First'), subWorkflow('Below', 'Child')])
  const before = parent.history.length
  parent.complete('First')
  const { lastChild } = parent
  const root = drawn(parent, 'parent')
  const runs: Readonly<Record<string, DrawnRun>> = { [lastChild]: drawn(child, lastChild) }

  it('is asked for when it is opened, and drawn once it is known, its states rolled up', () => {
    expect(drawRun(root, open(), noPerson).wanted).toEqual([lastChild])
    const { insides, overlay, drawnNodes, wanted } = drawRun(root, open(), (runId) => runs[runId])
    expect(wanted).toEqual([])
    expect(insides.get('Below')?.nodes.map(({ id }) => id)).toEqual(['Below/Inner', 'Below/Ask', 'Below/Last'])
    expect(overlay.nodes['Below/Inner']?.word).toBe('Completed')
    expect(overlay.nodes.Below?.note).toBe(`1 of 3 done, 1 waits · ${lastChild} workflow`)
    expect(drawnNodes.get('Below/Ask')).toMatchObject({ runId: lastChild, step: { name: 'Ask' } })
  })

  it('tells of runs further below that have failed while the others go on', () => {
    const tasks = [
      { name: 'one', sub_workflow_type: 'Grandchild' },
      { name: 'two', sub_workflow_type: 'Grandchild' },
    ]
    const between = scripted([parallel('Fan', { tasks, allow_partial_success: true }), call('Last')], 'between-')
    between.childRunEnded('between-1', 'FAILED')
    const noteAt = (seq: number) =>
      drawRun(root, open(), (runId) => (runId === lastChild ? drawn(between, runId, seq) : undefined)).overlay.nodes
        .Below?.note
    expect(noteAt(between.history.length)).toBe(`0 of 2 done, 1 failed · ${lastChild} workflow`)
    expect(noteAt(3)).toBe(`0 of 2 done · ${lastChild} workflow`)
  })

  it('keeps the identity of what is inside, so that it is laid out once', () => {
    const twice = [1, 2].map(() => drawRun(root, open(), (runId) => runs[runId]).insides.get('Below'))
    expect(twice[0]).toBe(twice[1])
  })

  it('opens also at an instant before it was started, and not where there never was one', () => {
    expect(drawRun({ ...root, seq: before }, open(), noPerson).drawnNodes.get('Below')?.childRunId).toBe(lastChild)
    expect(
      drawRun(drawn(scripted([subWorkflow('Only', 'X')]), 'r', 3), open(), noPerson).drawnNodes.get('Only')?.opens,
    ).toBe(true)
    expect(drawRun(root, open(), noPerson).drawnNodes.get('First')).toMatchObject({ opens: false, childRunId: null })
  })

  it('opens to three levels', () => {
    const nested: Record<string, DrawnRun> = {}
    const chain = [0, 1, 2, 3].map((level) => scripted([subWorkflow(`L${level}`, 'Next')], `level${level}-`))
    for (const [level, run] of chain.entries()) {
      const above = chain[level - 1]
      if (above) nested[above.lastChild] = drawn(run, above.lastChild)
    }
    const [first] = chain
    if (!first) throw new Error('There is no run.')
    const { drawnNodes, insides } = drawRun(drawn(first, 'top'), open(), (runId) => nested[runId])
    expect(insides.size).toBe(3)
    expect(drawnNodes.get('L0/L1/L2/L3')).toMatchObject({ opens: false })
  })
})
