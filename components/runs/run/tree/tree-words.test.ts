import { describe, expect, it } from 'vitest'
import type { RunTreeNode } from '#components/api/models.ts'
import { idsOf, pathTo, waitsFor } from './tree-words.ts'

const node = (
  runId: string,
  more: object = {},
  children: readonly RunTreeNode[] = [],
  parentStep: string | null = null,
) =>
  ({
    run: { runId, workflow: `Flow_${runId}`, status: 'ACTIVE', humanWait: null, currentSteps: [], ...more },
    parentStep,
    children,
  }) as unknown as RunTreeNode

const asked = { count: 1, oldest: { run_id: 'c', step: 'Approve', workflow: 'Flow_c', task_id: 't', since: 0 } }
const leaf = node('c', { status: 'WAITING_HUMAN_INPUT', humanWait: asked, currentSteps: ['Approve'] }, [], 'Check')
const done = node('d', { status: 'COMPLETED' }, [], 'Check')
const middle = node(
  'b',
  { status: 'PENDING_SUB_WORKFLOW', humanWait: asked, currentSteps: ['Check'] },
  [done, leaf],
  'Ship',
)
const root = node('a', { status: 'WAITING_CHILD_HUMAN_INPUT', humanWait: asked, currentSteps: ['Ship'] }, [middle])

describe('the family of a run', () => {
  it('says who waits for whom, down to the person', () => {
    expect([root, middle, leaf, done].map(waitsFor)).toEqual([
      { kind: 'runs', runs: [{ runId: 'b', workflow: 'Flow_b' }] },
      { kind: 'runs', runs: [{ runId: 'c', workflow: 'Flow_c' }] },
      { kind: 'person', step: 'Approve' },
      null,
    ])
  })

  it('waits for nobody while it works, and not for runs that go on by themselves', () => {
    expect(waitsFor(node('x', {}, [leaf]))).toBeNull()
    expect(waitsFor(node('x', { status: 'PENDING_SUB_WORKFLOW', currentSteps: ['Other'] }, [leaf]))).toBeNull()
  })

  it('knows the way to each member', () => {
    expect(pathTo(root, 'c')).toEqual(['a', 'b', 'c'])
    expect(pathTo(root, 'x')).toEqual([])
    expect(idsOf(root)).toEqual(['a', 'b', 'd', 'c'])
  })
})
