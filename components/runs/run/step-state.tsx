'use client'

import { useMemo } from 'react'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { withChanges } from '#core/run/evolve/data.ts'
import { type RunIndex, stateAt } from './instant/run-index.ts'
import { DiffTree } from './state/diff-tree.tsx'
import { diffJson } from './state/json-diff.ts'
import type { WriteFact } from './step-facts.ts'

/** The state before and after a step: what it changed itself, whatever else wrote meanwhile. */
export function StepState({ index, writes }: { index: RunIndex; writes: readonly WriteFact[] }) {
  const first = writes[0]
  const made = useMemo(() => {
    if (first === undefined) return null
    const before = stateAt(index, first.seq - 1).data
    const changes = writes.flatMap((write) => write.changes)
    const after = withChanges(before, changes)
    return { before, after, diff: diffJson(before, after) }
  }, [index, first, writes])
  if (made === null) return <p className="text-muted">It has written nothing into the state.</p>
  const { before, after, diff } = made
  return (
    <div className="grid gap-4">
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">What it changed</h3>
        {diff ? (
          <DiffTree label="What it changed" diff={diff} />
        ) : (
          <p className="text-muted">It wrote what was there already.</p>
        )}
      </section>
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">State before</h3>
        <JsonView label="State before" value={before} />
      </section>
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">State after</h3>
        <JsonView label="State after" value={after} />
      </section>
    </div>
  )
}
