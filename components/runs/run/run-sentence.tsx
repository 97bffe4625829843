'use client'

import Link from 'next/link'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/button.tsx'
import { Chip, StatusChip } from '#components/ui/chip.tsx'
import { useNow } from '#components/ui/use-now.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Part } from '#core/run/sentence/parts.ts'
import { sentenceParts } from '#core/run/sentence.ts'
import { viewsOf } from '#core/run/views.ts'
import { type Moment, timeOf } from './instant/moment.ts'
import { mainClause, pieces } from './main-clause.ts'
import { nextAct } from './next-act.ts'

export interface RunSentenceProps {
  executable: ExecutableDefinition | null
  moment: Moment
  onSelect(step: string): void
  onDecide(taskId: string): void
  onSignal(): void
}

/** What the run is doing, why, since when, and what would move it. */
export function RunSentence({ executable, moment, onSelect, onDecide, onSignal }: RunSentenceProps) {
  const { state, isLive } = moment
  const now = timeOf(moment, useNow())
  const { status } = viewsOf(state)
  const act = isLive ? nextAct(state) : null
  const { main, rest } = mainClause(sentenceParts(executable, state, now))
  return (
    <section
      aria-label="What this run is doing"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface px-4 py-3"
    >
      <StatusChip status={status} />
      {state.hold && <Chip tone="idle">PAUSED</Chip>}
      <p className="min-w-0 flex-1 basis-80">
        <b className="font-semibold">
          <Parts parts={main} onSelect={onSelect} />
        </b>
        <Parts parts={rest} onSelect={onSelect} />
      </p>
      {act?.kind === 'decide' && (
        <Button look="primary" onClick={() => onDecide(act.taskId)}>
          Decide now
        </Button>
      )}
      {act?.kind === 'signal' && (
        <Button look="primary" onClick={onSignal}>
          Send signal
        </Button>
      )}
      {act?.kind === 'elsewhere' && (
        <Button look="primary" asChild>
          <Link href={runPath(act.runId)}>Open the run that waits</Link>
        </Button>
      )}
    </section>
  )
}

/** What it names leads there: a step is selected, a run is opened. */
function Parts({ parts, onSelect }: { parts: readonly Part[]; onSelect(step: string): void }) {
  return pieces(parts).map(({ part, mark }, place) => {
    if (typeof part === 'string') return part
    const { text, to } = part
    const look = 'rounded-s underline decoration-line-strong underline-offset-2 hover:decoration-current'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other order than its own
      <span key={place} className="whitespace-nowrap">
        {to.kind === 'run' ? (
          <Link href={runPath(to.runId)} className={`whitespace-normal ${look}`}>
            {text}
          </Link>
        ) : (
          <button
            type="button"
            onClick={() => onSelect(to.step)}
            className={`max-w-[calc(100%-1ch)] text-left wrap-anywhere whitespace-normal ${look}`}
          >
            {text}
          </button>
        )}
        {mark}
      </span>
    )
  })
}
