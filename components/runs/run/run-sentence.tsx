'use client'

import Link from 'next/link'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/button.tsx'
import { Chip, StatusChip } from '#components/ui/chip.tsx'
import { useNow } from '#components/ui/use-now.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { sentence } from '#core/run/sentence.ts'
import { viewsOf } from '#core/run/views.ts'
import { type Moment, timeOf } from './instant/moment.ts'
import { nextAct } from './next-act.ts'

export interface RunSentenceProps {
  executable: ExecutableDefinition | null
  moment: Moment
  onDecide(taskId: string): void
  onSignal(): void
}

/** What the run is doing, why, since when, and what would move it. */
export function RunSentence({ executable, moment, onDecide, onSignal }: RunSentenceProps) {
  const { state, isLive } = moment
  const now = timeOf(moment, useNow())
  const { status } = viewsOf(state)
  const act = isLive ? nextAct(state) : null
  const [head, ...rest] = splitSentence(sentence(executable, state, now))
  return (
    <section
      aria-label="What this run is doing"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface px-4 py-3"
    >
      <StatusChip status={status} />
      {state.hold && <Chip tone="idle">PAUSED</Chip>}
      <p className="min-w-0 flex-1 basis-80">
        <b className="font-semibold">{head}</b>
        {rest.join('')}
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

/** The main clause is set in bold: it ends at the first comma or full stop that is followed by a space. */
function splitSentence(text: string): readonly string[] {
  const end = text.search(/[,.:;](\s|$)/)
  return end === -1 ? [text] : [text.slice(0, end), text.slice(end)]
}
