'use client'

import { Select } from '#components/ui/controls/select.tsx'
import { catalogue } from '#core/definition/catalogue.ts'
import { type Step, type StepType, stepTypes } from '#core/definition/definition.ts'
import { uniqueName } from '#core/graph/edits/steps/names.ts'
import { skeletonOf } from '#core/graph/edits/steps/new-step.ts'
import { isJsonList } from '#core/json.ts'
import { allStepNames } from '../../../algorithms/steps/find-step.ts'
import { useDocument, useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { ItemHead } from './item-list.tsx'
import { StepRow } from './step-row.tsx'

/** A list of steps within a step: each opens its own fields here. */
export function StepListField(field: FieldProps) {
  const session = useSession()
  const definition = useDocument((document) => document.definition)
  const steps = isJsonList(field.value) ? (field.value as unknown as readonly Step[]) : []
  const add = (type: StepType) => {
    const name = uniqueName(catalogue[type].label, allStepNames(definition))
    if (field.set({ name, type, ...skeletonOf(type) }, [steps.length]) === null) session.selection.selectStep(name)
  }
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="pb-1 text-label text-muted">{field.spec.label}</legend>
      {steps.map((step, index) => (
        <ItemHead
          key={step.name}
          field={field}
          index={index}
          count={steps.length}
          name={viewsInspectorFieldsTexts.step(step.name)}
        >
          <StepRow step={step} />
        </ItemHead>
      ))}
      <Select
        aria-label={viewsInspectorFieldsTexts.addStepTo(field.spec.label)}
        value={undefined}
        placeholder={viewsInspectorFieldsTexts.addStep}
        options={stepTypes.map((type) => ({ value: type, label: catalogue[type].label }))}
        onValueChange={(type) => add(type as StepType)}
      />
      <Words {...fieldWords({ spec: field.spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}
