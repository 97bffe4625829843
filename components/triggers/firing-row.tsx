'use client'

import type { Firing, FiringOfTrigger } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { runPath, workflowPath } from '#components/shell/paths.ts'
import { Chip, StatusChip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { triggersTexts } from './texts/triggers.ts'

const tones: Readonly<Record<Firing['state'], Tone>> = {
  waiting: 'active',
  started: 'done',
  delivered: 'done',
  skipped: 'idle',
  failed: 'failed',
}

/** One firing of a list: when, of which trigger, and what came of it. */
export function FiringRow({ firing }: { firing: FiringOfTrigger }) {
  const { plannedAt, workflow, name, cause, askedBy, reason, sourceRunId } = firing
  const titleOf = useWorkflowTitle()
  const words = triggersTexts.causes[cause]
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-3.5 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-center">
      <Instant at={plannedAt} className="text-muted" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <PageLink href={workflowPath(workflow)} className="wrap-anywhere hover:underline">
          {isolateText(titleOf(workflow))}
        </PageLink>
        <span className="text-muted wrap-anywhere">{isolateText(name)}</span>
        {words !== '' && (
          <span className="text-small text-muted">
            · {words}
            {askedBy !== null && `, ${isolateText(askedBy)}`}
          </span>
        )}
        {sourceRunId !== null && (
          <PageLink href={runPath(sourceRunId)} className="text-small text-muted hover:underline">
            · {cause === 'signal' ? triggersTexts.toRun : triggersTexts.afterRun}
          </PageLink>
        )}
        {reason !== null && <span className="w-full text-small text-muted wrap-anywhere">{reason}</span>}
      </span>
      <FiringOutcome firing={firing} />
    </li>
  )
}

/** The run of a firing with its status, or why there is none. */
export function FiringOutcome({ firing: { state, reason, runId, runStatus } }: { firing: Firing }) {
  if (runId !== null) {
    return (
      <PageLink href={runPath(runId)} className="flex items-center gap-1.5 rounded-s hover:underline">
        {runStatus === null ? <Chip>{triggersTexts.states[state]}</Chip> : <StatusChip status={runStatus} />}
        <span className="text-accent">{triggersTexts.run}</span>
      </PageLink>
    )
  }
  return (
    <Chip tone={tones[state]} icon title={reason ?? undefined}>
      {triggersTexts.states[state]}
    </Chip>
  )
}
