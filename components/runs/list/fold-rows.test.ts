import { expect, it } from 'vitest'
import { foldRows } from './fold-rows.ts'

const tree: Record<string, { runId: string }[]> = {
  root: [{ runId: 'child' }],
  child: [{ runId: 'grandchild' }],
}

it('shows the children of what is opened, at any depth', () => {
  const rows = foldRows([{ runId: 'root' }, { runId: 'other' }], new Set(['root', 'child', 'other']), (id) => tree[id])
  expect(rows.map(({ run, level, isOpen }) => [run.runId, level, isOpen])).toEqual([
    ['root', 0, true],
    ['child', 1, true],
    ['grandchild', 2, false],
    ['other', 0, true],
  ])
})

it('says at the run whose children could not be read why', () => {
  const rows = foldRows([{ runId: 'root' }], new Set(['root']), () => 'The server did not answer.')
  expect(rows).toMatchObject([{ run: { runId: 'root' }, isOpen: true, unread: 'The server did not answer.' }])
})

it('keeps them folded otherwise', () => {
  expect(foldRows([{ runId: 'root' }], new Set(), (id) => tree[id])).toHaveLength(1)
})
