'use client'

import { useMemo } from 'react'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { runStepTexts } from '../../texts/run-step.ts'
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
  if (around === null) return <p className="text-muted">{runStepTexts.runHasNotReachedThis}</p>
  const { before, after, diff, isOwn } = around
  const title = isOwn ? runStepTexts.stateChanges : runStepTexts.stateChangesWhileItRan
  return (
    <div className="grid gap-4">
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">{title}</h3>
        {diff ? <DiffTree label={title} diff={diff} /> : <p className="text-muted">{runStepTexts.noChanges}</p>}
      </section>
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">{runStepTexts.stateBefore}</h3>
        <JsonView label={runStepTexts.stateBefore} value={before} />
      </section>
      <section className="grid gap-1.5">
        <h3 className="text-label text-muted">{runStepTexts.stateAfter}</h3>
        <JsonView label={runStepTexts.stateAfter} value={after} />
      </section>
    </div>
  )
}
