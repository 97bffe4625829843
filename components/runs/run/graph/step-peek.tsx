'use client'

import { ArrowUpRight, X } from 'lucide-react'
import Link from 'next/link'
import { runPath } from '#components/shell/paths.ts'
import { IconButton } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { stepView } from '../step-view.ts'
import type { Place } from './drawing.ts'

/** A step of a run below, chosen in its frame: how it stands, and the way to its own page. */
export function StepPeek({ place, onClose }: { place: Place; onClose(): void }) {
  const { step, state, runId, workflow } = place
  const { tone, word, note } = stepView(state, step.name)
  return (
    <section
      aria-label={`${step.name} of ${workflow}`}
      className="grid w-72 gap-1.5 rounded-m border bg-surface py-2 pr-1.5 pl-3 shadow-high"
    >
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{step.name}</h2>
        <Chip {...(tone ? { tone, icon: true } : {})}>{word}</Chip>
        <IconButton label="Close" size="small" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {note && <p className="pr-2 text-small wrap-anywhere text-muted">{note}</p>}
      <Link
        href={`${runPath(runId)}?step=${encodeURIComponent(step.name)}`}
        className="flex items-center gap-1 text-small text-accent hover:underline"
      >
        Open it in its run of {workflow}
        <ArrowUpRight className="size-3.5" />
      </Link>
    </section>
  )
}
