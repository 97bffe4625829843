'use client'

import { useMemo } from 'react'
import { JsonView } from '#components/ui/json/json-view.tsx'
import type { RunIndex } from '../instant/run-index.ts'
import { DiffTree } from '../state/diff-tree.tsx'
import { stateAround } from '../state/state-around.ts'
import type { StepFacts } from './step-facts.ts'

export interface StepStateProps {
  index: RunIndex
  /** The last event at the shown instant. */
  seq: number
  facts: StepFacts
}

/** The state before and after a step: its own changes, or the changes while it ran. */
export function StepState({ index, seq, facts }: StepStateProps) {
  const { writes, visit } = facts
  const around = useMemo(() => stateAround(index, seq, { writes, visit }), [index, seq, writes, visit])
  if (around === null) return <p className="text-muted">The run has not reached this step yet.</p>
  const { before, after, diff, isOwn } = around
  const title = isOwn ? 'State changes' : 'State changes while it ran'
  return (
    <div className="grid gap-4">
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">{title}</h3>
        {diff ? <DiffTree label={title} diff={diff} /> : <p className="text-muted">No changes.</p>}
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
