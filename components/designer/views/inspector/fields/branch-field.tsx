'use client'

import { X } from 'lucide-react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { branchTypes, catalogue } from '#core/definition/catalogue.ts'
import type { Step, StepType } from '#core/definition/definition.ts'
import { useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { useFieldStep } from '../field-step.tsx'
import { fieldWords, Words } from '../field-words.tsx'
import { StepRow } from './step-row.tsx'

/** The step that a PARALLEL step runs for each item of its list: it opens its own fields. */
export function BranchField(field: FieldProps) {
  const step = field.value as Step | undefined
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="pb-1 text-label text-muted">{field.spec.label}</legend>
      {step === undefined ? (
        <AddBranch label={field.spec.label} />
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

/** Adds a whole step of a type to the PARALLEL step of the form, and opens it. */
export function AddBranch({ label }: { readonly label: string }) {
  const session = useSession()
  const parallel = useFieldStep()
  const add = (type: StepType) => {
    if (parallel !== null) session.perform({ type: 'add_branch', step: parallel, branch: { type } })
  }
  return (
    <Select
      aria-label={viewsInspectorFieldsTexts.addStepTo(label)}
      value={undefined}
      placeholder={viewsInspectorFieldsTexts.addStep}
      options={branchTypes.map((type) => ({ value: type, label: catalogue[type].label }))}
      onValueChange={(type) => add(type as StepType)}
    />
  )
}
