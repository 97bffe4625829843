'use client'

import { CircleDashed, Pin } from 'lucide-react'
import { stepLooks } from '#components/runs/step-looks.ts'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { useTrial } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

const round = 'grid size-4.25 place-items-center rounded-full border border-line-strong bg-surface'

/** The mark of a node: whether an output is pinned, and the result of the step in the shown run. */
export function TrialMark({ step }: { step: string }) {
  const mark = useTrial(({ marks }) => (Object.hasOwn(marks, step) ? marks[step] : undefined))
  if (mark === undefined) return null
  const { pinned, displayStatus, stale } = mark
  const { tone, word } = stepLooks[displayStatus ?? 'not_reached']
  return (
    <span className="pointer-events-none absolute -top-2 left-2 flex gap-1">
      {pinned && (
        <span className="grid size-4.25 place-items-center rounded-full bg-accent text-on-accent">
          <Pin aria-hidden="true" className="size-2.5" />
          <span className="sr-only">{designerTexts.pinned}</span>
        </span>
      )}
      {stale && displayStatus !== null ? (
        <span className={classNames(round, 'text-human')}>
          <CircleDashed aria-hidden="true" className="size-2.75 stroke-[2.5]" />
          <span className="sr-only">{designerTexts.outOfDate}</span>
        </span>
      ) : (
        tone !== null && (
          <span className={classNames(round, toneClasses[tone], 'text-tone')}>
            <ToneIcon tone={tone} className="size-2.75 stroke-[2.5]" />
            <span className="sr-only">{designerTexts.inRunShown(word)}</span>
          </span>
        )
      )}
    </span>
  )
}
