'use client'

import { ChevronRight } from 'lucide-react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { catalogue } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import { typeLabel } from '../../../model/drawing/labels.ts'
import { useSession } from '../../../model/session-context.tsx'

/** A step within a step, as a row that opens the fields of that step. */
export function StepRow({ step }: { readonly step: Step }) {
  const session = useSession()
  return (
    <button
      type="button"
      onClick={() => session.selection.selectStep(step.name)}
      className="flex w-full min-w-0 items-center gap-2 rounded-s border px-2 py-1.25 text-left hover:bg-hover"
    >
      <span className="shrink-0 text-muted [&_svg]:size-3.5">
        <StepIcon type={step.type} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{step.name}</span>
        <span className="block truncate text-small text-muted">{summaryOf(step)}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
    </button>
  )
}

function summaryOf(step: Step): string {
  return step.type === 'UNKNOWN' ? typeLabel(step) : `${typeLabel(step)} · ${catalogue[step.type].summary(step)}`
}
