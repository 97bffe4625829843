'use client'

import { useMemo } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { parse } from '#core/definition/parse.ts'

const mostShown = 6

/** The kinds of steps of a definition, in their order: what it is made of, at a glance. */
export function TemplateSketch({ text }: { text: string }) {
  const steps = useMemo(() => parse(text).definition?.steps ?? [], [text])
  const shown = steps.slice(0, mostShown)
  return (
    <span className="flex items-center" aria-hidden="true">
      {shown.map((step, index) => (
        <span key={step.name} className="flex items-center">
          {index > 0 && <span className="h-px w-1.5 bg-line-strong" />}
          <span className="grid size-6.5 place-items-center rounded-s border bg-sunken text-muted [&_svg]:size-3.25">
            <StepIcon type={step.type} />
          </span>
        </span>
      ))}
    </span>
  )
}
