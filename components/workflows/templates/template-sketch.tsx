'use client'

import { useMemo } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import type { Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { workflowsTexts } from '../texts/workflows.ts'

const mostShown = 6

/** The kinds of steps of a definition, in their order, for a quick overview. */
export function TemplateSketch({ text }: { text: string }) {
  const steps = useSteps(text)
  const shown = steps.slice(0, mostShown)
  return (
    <span className="flex items-center" aria-hidden="true">
      {shown.map((step, index) => (
        <span key={step.name} className="flex items-center">
          {index > 0 && <span className="h-px w-1.5 bg-thread" />}
          <span className="grid size-6.5 place-items-center rounded-s border bg-sunken text-muted [&_svg]:size-3.25">
            <StepIcon type={step.type} />
          </span>
        </span>
      ))}
    </span>
  )
}

/** The number of steps in words, and whether a person is asked. */
export function TemplateSummary({ text }: { text: string }) {
  const steps = useSteps(text)
  const asks = steps.some((step) => step.type === 'HUMAN')
  return workflowsTexts.stepsLengthAndAsks(
    steps.length,
    asks ? workflowsTexts.includesHumanTask : workflowsTexts.fullyAutomatic,
  )
}

function useSteps(text: string): readonly Step[] {
  return useMemo(() => parse(text).definition?.steps ?? [], [text])
}
