'use client'

import { X } from 'lucide-react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { branchTypes } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import { addBranch } from '../../../commands/step-commands.ts'
import { useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { useFieldStep } from '../field-step.tsx'
import { fieldWords, Words } from '../field-words.tsx'
import { AddStep } from './add-step.tsx'
import { FieldLegend } from './field-legend.tsx'
import { StepRow } from './step-row.tsx'

/** The step that a PARALLEL step runs for each item of its list: it opens its own fields. */
export function BranchField(field: FieldProps) {
  const step = field.value as Step | undefined
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <FieldLegend spec={field.spec} />
      {step === undefined ? (
        <AddBranch />
      ) : (
        <div className="flex min-w-0 items-center gap-1">
          <div className="min-w-0 flex-1">
            <StepRow step={step} />
          </div>
          <IconButton
            size="small"
            label={viewsInspectorFieldsTexts.remove(viewsInspectorFieldsTexts.step(step.name))}
            onClick={() => field.set(undefined)}
          >
            <X />
          </IconButton>
        </div>
      )}
      <Words {...fieldWords({ spec: field.spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}

/** Adds a whole step to the PARALLEL step of the form, and opens it. */
export function AddBranch() {
  const session = useSession()
  const parallel = useFieldStep()
  if (parallel === null) return null
  return <AddStep place={{ types: branchTypes, add: (branch) => addBranch(session, parallel, branch) }} />
}
