'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useApi } from '#components/api/trpc.ts'
import { useNames } from '#components/people/use-names.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip, StatusChip } from '#components/ui/controls/chip.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { textOf } from '#core/run/sentence/parts.ts'
import { sentenceParts } from '#core/run/sentence/sentence.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { humanWaits } from '#core/run/views/waits.ts'
import { runSummaryTexts } from '../../texts/run-summary.ts'
import { type Moment, timeOf } from '../instant/moment.ts'
import { useLockWait } from '../live/use-lock-wait.ts'
import { useRunWork } from '../live/use-run-work.ts'
import { useSlotWait } from '../live/use-slot-wait.ts'
import { mainClause } from './main-clause.ts'
import { nextAct } from './next-act.ts'
import { SentenceText } from './sentence-text.tsx'

export interface RunSentenceProps {
  executable: ExecutableDefinition | null
  moment: Moment
  /** Whether the state is known to be the present one: a page that was left and opened again shows no act before. */
  isFresh: boolean
  onSelect(step: string): void
  onDecide(taskId: string): void
  onSignal(): void
}

/**
 * A sentence on the run, on one line: its activity, the reason, the time since then, and the event that would move it
 * on. The error is not in it: the panel shows that in full.
 */
export function RunSentence({ executable, moment, isFresh, onSelect, onDecide, onSignal }: RunSentenceProps) {
  const { state, isLive } = moment
  const names = useNames()
  const now = timeOf(moment, useNow())
  const { status, publicStatus } = viewsOf(state)
  const runId = state.header.run_id
  const act = isLive && isFresh ? nextAct(state) : null
  const work = useRunWork(moment)
  const slotWait = useSlotWait(moment)
  const lockWait = useLockWait(moment)
  const parts = sentenceParts(executable, state, now, { names, work, withoutError: true, slotWait, lockWait })
  const { main, rest } = mainClause(parts)
  return (
    <section
      aria-label={runSummaryTexts.runStatus}
      className="flex h-11 min-w-0 flex-[5_1_30rem] items-center gap-x-3 max-md:h-auto max-md:min-h-11 max-md:basis-full max-md:flex-wrap max-md:gap-y-2 max-md:py-2"
    >
      <StatusChip status={status} waits={humanWaits(state)} phase={state.phase} isQueued={publicStatus === 'pending'} />
      {state.hold && <Chip tone="idle">{runSummaryTexts.paused}</Chip>}
      <p
        className="min-w-0 flex-1 truncate max-md:basis-60 max-md:whitespace-normal"
        title={parts.map(textOf).join('')}
      >
        <b className="font-semibold">
          <SentenceText runId={runId} parts={main} onSelect={onSelect} />
        </b>
        <SentenceText runId={runId} parts={rest} onSelect={onSelect} />
      </p>
      {act?.kind === 'decide' && <DecideButton taskId={act.taskId} onOpen={() => onDecide(act.taskId)} />}
      {act?.kind === 'signal' && (
        <Button look="primary" onClick={onSignal}>
          {runSummaryTexts.sendSignal}
        </Button>
      )}
      {act?.kind === 'elsewhere' && (
        <Button look="primary" asChild>
          <Link href={runPath(act.runId)}>{runSummaryTexts.openWaitingRun}</Link>
        </Button>
      )}
    </section>
  )
}

/**
 * Opens the task that a run waits for. People who may not decide the task see whom it waits for, and why they may not.
 */
function DecideButton({ taskId, onOpen }: { taskId: string; onOpen(): void }) {
  const api = useApi()
  const { data } = useQuery(api.inbox.get.queryOptions({ taskId }))
  const isForOthers = data?.status === 'open' && !data.allowedActions.includes('decide')
  return isForOthers ? (
    <Button onClick={onOpen}>{runSummaryTexts.viewTask}</Button>
  ) : (
    <Button look="primary" onClick={onOpen}>
      {runSummaryTexts.decideNow}
    </Button>
  )
}
