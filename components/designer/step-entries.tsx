'use client'

import { useMemo } from 'react'
import { stepIcons } from '#components/canvas/step-icon.tsx'
import { useOfferEntries } from '#components/shell/palette/palette-entries.ts'
import { allSteps } from '#core/definition/inner-lists.ts'
import { stepTitle } from '#core/definition/title.ts'
import { typeLabel } from './model/drawing/labels.ts'
import type { Session } from './model/session.ts'
import { useDocument } from './model/session-context.tsx'
import { designerTexts } from './texts/designer.ts'

/** Offers the steps of the workflow to the command palette, steps within other steps included. */
export function StepEntries({ session }: { session: Session }) {
  const definition = useDocument((document) => document.definition)
  const entries = useMemo(
    () =>
      allSteps(definition?.steps ?? []).map((step) => ({
        id: `step ${step.name}`,
        label: stepTitle(step),
        keywords: [step.name],
        group: designerTexts.stepsOfThisWorkflow,
        icon: stepIcons[step.type],
        hint: typeLabel(step),
        perform: () => {
          session.selection.selectStep(step.name)
          session.view.showStep(step.name)
        },
      })),
    [definition, session],
  )
  useOfferEntries(entries)
  return null
}
