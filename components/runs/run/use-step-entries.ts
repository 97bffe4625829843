import { useMemo } from 'react'
import { iconTypeOf, stepIcons } from '#components/canvas/step-icon.tsx'
import { useOfferEntries } from '#components/shell/palette/palette-entries.ts'
import { stepTitle } from '#core/definition/title.ts'
import { runTexts } from '../texts/run.ts'
import { labelOfStep, type RunGraph } from './graph/use-run-graph.ts'

/** Offers the steps of the run to the command palette. */
export function useStepEntries(runGraph: RunGraph | null, choose: (step: string) => void): void {
  const steps = runGraph?.listed
  const entries = useMemo(
    () =>
      (steps ?? []).map((step) => ({
        id: `step ${step.name}`,
        label: stepTitle(step),
        keywords: [step.name],
        group: runTexts.stepsOfThisRun,
        icon: stepIcons[iconTypeOf(step)],
        hint: labelOfStep(step),
        perform: () => choose(step.name),
      })),
    [steps, choose],
  )
  useOfferEntries(entries)
}
