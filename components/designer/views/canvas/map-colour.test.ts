import { expect, it } from 'vitest'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { TrialMark } from '../../model/trial/trial-store.ts'
import { type MapStates, mapColour } from './map-colour.ts'

const nodeOf = (data: Partial<WorkflowFlowNode['data']>, more: Partial<WorkflowFlowNode> = {}): WorkflowFlowNode => ({
  id: 'A',
  type: 'step',
  position: { x: 0, y: 0 },
  data: { stepType: 'HUMAN', name: 'A', summary: '', ...data },
  ...more,
})
const problem = (severity: 'error' | 'warning' | 'info') => ({ problems: { count: 1, severity } })
const mark = (displayStatus: TrialMark['displayStatus'], stale = false): TrialMark => ({
  pinned: false,
  displayStatus,
  stale,
})
const nothing: MapStates = { problems: {}, marks: null }
const colour = (node: WorkflowFlowNode, states: Partial<MapStates> = {}) =>
  /--color-([\w-]+)/.exec(mapColour(node, { ...nothing, ...states }))?.[1]

it('with nothing to be said of a step, its type tells it apart', () => {
  expect(colour(nodeOf({}))).toBe('human')
  expect(colour(nodeOf({ stepType: 'STANDARD' }))).toBe('thread')
  expect(colour(nodeOf({ open: true }))).toBe('line')
  expect(colour(nodeOf({ foreign: true }))).toBe('thread')
})

it('what is selected comes first, then what is wrong', () => {
  const problems = { A: problem('error') }
  expect(colour(nodeOf({}, { selected: true }), { problems })).toBe('accent')
  expect(colour(nodeOf({}), { problems, marks: { A: mark('completed') } })).toBe('failed')
  expect(colour(nodeOf({ stepType: 'STANDARD' }), { problems: { A: problem('warning') } })).toBe('human')
  expect(colour(nodeOf({ stepType: 'WAIT' }), { problems: { A: problem('info') } })).toBe('async')
})

it('while a run is shown, it is how the step did there, and plain where the run has not come', () => {
  const ran = (displayStatus: TrialMark['displayStatus'], stale?: boolean) =>
    colour(nodeOf({}), { marks: { A: mark(displayStatus, stale) } })
  expect(ran('completed')).toBe('done')
  expect(ran('running')).toBe('active')
  expect(ran('waiting_person')).toBe('human')
  expect(ran('waiting_time')).toBe('async')
  expect(ran('undone')).toBe('undone')
  expect(ran('failed')).toBe('failed')
  expect(ran('skipped')).toBe('thread')
  expect(ran(null)).toBe('thread')
  expect(ran('completed', true)).toBe('human')
  expect(ran('failed', true)).toBe('human')
  expect(colour(nodeOf({}), { marks: {} })).toBe('thread')
})

it('a folded group has the worst of its steps', () => {
  const group = nodeOf(
    { stepType: 'UNKNOWN', folded: { id: 'G', title: 'G', steps: ['B', 'C'], collapsed: true } },
    { id: 'group G' },
  )
  expect(colour(group)).toBe('thread')
  expect(colour(group, { problems: { C: problem('error') } })).toBe('failed')
  expect(colour(group, { marks: { B: mark('completed'), C: mark('failed') } })).toBe('failed')
  expect(colour(group, { marks: { B: mark('completed'), C: mark('running') } })).toBe('active')
  expect(colour(group, { marks: { B: mark('completed') } })).toBe('done')
})
