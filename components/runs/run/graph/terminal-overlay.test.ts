import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { endIdOf, startId } from '#core/graph/terminals.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import type { StepState } from '#core/run/step-state.ts'
import { terminalOverlay } from './terminal-overlay.ts'

const { definition } = parse(`workflow_type: Ends
steps:
  - name: Gate
    type: DECISION
    routes: [{ condition: state.x, target: END }, { default: Last }]
  - { name: Last, function: x.last }
`)
const graph = decompile(definition as NonNullable<typeof definition>, {})
const done = (more: object = {}) =>
  ({ status: 'completed', at: 1, iteration: 0, attempt: 1, durationMs: 1, ...more }) as unknown as StepState
const stateWith = (steps: RunState['steps'], more: Partial<RunState> = {}): RunState => ({
  ...initialState(),
  steps,
  ...more,
})
const completed = { outcome: { status: 'COMPLETED', at: 9 } } as Partial<RunState>

it('the end that a run took is lit, with how the run ended; the others are dim', () => {
  const early = terminalOverlay(graph, stateWith({ Gate: done({ route: 0 }) }, completed))
  expect(early.nodes[endIdOf('Gate')]).toEqual({ tone: 'done', word: 'Completed' })
  expect(early.nodes[endIdOf('Last')]).toEqual({ dim: true })
  const late = terminalOverlay(graph, stateWith({ Gate: done({ route: 1 }), Last: done() }))
  expect(late.nodes[endIdOf('Gate')]).toEqual({ dim: true })
  expect(late.nodes[endIdOf('Last')]).toEqual({ tone: 'done', word: 'Reached' })
  expect(Object.values(late.edges)).toEqual(['live', 'dead', 'live'])
})

it('a run that failed elsewhere reached an end without completing', () => {
  const failed = { outcome: { status: 'FAILED', at: 9 } } as Partial<RunState>
  const { nodes } = terminalOverlay(graph, stateWith({ Gate: done({ route: 0 }) }, failed))
  expect(nodes[endIdOf('Gate')]).toEqual({ tone: 'idle', word: 'Reached' })
})

it('the rollback goes back to the start', () => {
  const { nodes, edges } = terminalOverlay(graph, stateWith({ Gate: done({ route: 1, undone: true }) }))
  expect(nodes[startId]).toEqual({ tone: 'done', word: 'Started' })
  expect(Object.values(edges)[0]).toBe('undone')
})
