'use client'

import { BadgeCheck, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { useNames } from '#components/people/use-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { sentenceParts } from '#core/run/sentence/sentence.ts'
import { envelopeTexts } from '../../texts/envelope.ts'
import type { Permissions } from '../acting/use-permissions.ts'
import type { Asking } from '../acting/use-run-actions.ts'
import { type Moment, timeOf } from '../instant/moment.ts'
import { useLockWait } from '../live/use-lock-wait.ts'
import { useRunWork } from '../live/use-run-work.ts'
import { useSlotWait } from '../live/use-slot-wait.ts'
import { SentenceText } from '../summary/sentence-text.tsx'
import { ConditionTable } from './condition-table.tsx'
import { PhaseDiagram } from './phase-diagram.tsx'
import { trackPhases } from './phase-track.ts'
import { ResourceTable } from './resource-table.tsx'
import { PhaseChip } from './severity-mark.tsx'

export interface EnvelopeViewProps {
  readonly executable: ExecutableDefinition | null
  readonly moment: Moment
  readonly permissions: Permissions
  onAsk(asking: Asking): void
  onSelect(step: string): void
}

/** The envelope of a run: its way through the phases, what it waits for and why, and what is left to do about its end. */
export function EnvelopeView({ executable, moment, permissions, onAsk, onSelect }: EnvelopeViewProps) {
  const { state, events, isLive } = moment
  const now = timeOf(moment, useNow())
  const hasEnvelope = state.header.envelope === true
  const track = useMemo(() => trackPhases(events, hasEnvelope), [events, hasEnvelope])
  const parts = sentenceParts(executable, state, now, {
    names: useNames(),
    work: useRunWork(moment),
    slotWait: useSlotWait(moment),
    lockWait: useLockWait(moment),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-4 p-3.5">
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
        <PhaseChip phase={track.current} />
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere max-sm:basis-full">
          <SentenceText runId={state.header.run_id} parts={parts} onSelect={onSelect} />
        </p>
        {isLive && permissions.may('rollback') && (
          <Button icon={<Undo2 />} onClick={() => onAsk('rollback')}>
            {envelopeTexts.rollBack}
          </Button>
        )}
        {isLive && state.outcome !== null && permissions.may('acknowledge') && (
          <Button icon={<BadgeCheck />} onClick={() => onAsk('acknowledge')}>
            {envelopeTexts.acknowledge}
          </Button>
        )}
      </div>
      <PhaseDiagram track={track} now={now} />
      <ConditionTable conditions={state.envelope?.conditions ?? []} />
      {hasEnvelope && <ResourceTable executable={executable} state={state} />}
    </div>
  )
}
