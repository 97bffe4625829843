'use client'

import { Check, CircleDashed, LoaderCircle, Pin, TriangleAlert } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { useTrial } from '../session-context.tsx'

/** On a node: whether an output is pinned to it, and how it did in the run that is shown. */
export function TrialMark({ step }: { step: string }) {
  const mark = useTrial(({ marks }) => (Object.hasOwn(marks, step) ? marks[step] : undefined))
  if (mark === undefined) return null
  const { pinned, outcome, stale } = mark
  const [Icon, colour, word] =
    stale && outcome !== null
      ? ([CircleDashed, 'text-human', 'out of date'] as const)
      : outcome === 'completed'
        ? ([Check, 'text-done', 'completed in the run shown'] as const)
        : outcome === 'failed'
          ? ([TriangleAlert, 'text-failed', 'failed in the run shown'] as const)
          : outcome === 'running'
            ? ([LoaderCircle, 'text-active', 'running in the run shown'] as const)
            : ([null, '', ''] as const)
  return (
    <span className="pointer-events-none absolute -top-2 left-2 flex gap-1">
      {pinned && (
        <span className="grid size-4.25 place-items-center rounded-full bg-accent text-on-accent">
          <Pin aria-hidden="true" className="size-2.5" />
          <span className="sr-only">pinned</span>
        </span>
      )}
      {Icon && (
        <span
          className={classNames(
            'grid size-4.25 place-items-center rounded-full border border-line-strong bg-surface',
            colour,
          )}
        >
          <Icon aria-hidden="true" className="size-2.75 stroke-[2.5]" />
          <span className="sr-only">{word}</span>
        </span>
      )}
    </span>
  )
}
