import { describe, expect, it } from 'vitest'
import type { RunTreeNode } from '#components/api/models.ts'
import { childrenLeft, goesOnAlone, idsOf, pathTo, waitsFor } from './tree-words.ts'

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

  it('tells a signal from a person', () => {
    const oldest = { ...asked.oldest, step: 'Payment', task_id: 'signal:Payment:0' }
    const paid = { status: 'WAITING_HUMAN_INPUT', humanWait: { count: 1, oldest }, currentSteps: ['Payment'] }
    expect(waitsFor(node('c', paid))).toEqual({ kind: 'signal', step: 'Payment' })
  })

  it('waits for nobody while it works, and not for runs that go on by themselves', () => {
    expect(waitsFor(node('x', {}, [leaf]))).toBeNull()
    expect(waitsFor(node('x', { status: 'PENDING_SUB_WORKFLOW', currentSteps: ['Other'] }, [leaf]))).toBeNull()
  })

  it('tells a run that goes on by itself from one that ended with the run above it', () => {
    const ended = node('e', { status: 'CANCELLED' }).run
    expect(goesOnAlone(leaf.run, ended)).toBe(true)
    expect(goesOnAlone(done.run, ended)).toBe(false)
    expect(goesOnAlone(leaf.run, middle.run)).toBe(false)
    expect(goesOnAlone(root.run, null)).toBe(false)
  })

  it('says how many children of a run a large family leaves out', () => {
    expect(childrenLeft(node('x', { childCount: 1_200 }, [leaf, done]))).toBe(1_198)
    expect(childrenLeft(node('x', { childCount: 1 }, [leaf]))).toBe(0)
  })

  it('knows the way to each member', () => {
    expect(pathTo(root, 'c')).toEqual(['a', 'b', 'c'])
    expect(pathTo(root, 'x')).toEqual([])
    expect(idsOf(root)).toEqual(['a', 'b', 'd', 'c'])
  })
})
