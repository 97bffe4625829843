'use client'

import { catalogue } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import type { NewStep } from '#core/graph/edit.ts'
import { uniqueName } from '#core/graph/edits/steps/names.ts'
import { skeletonOf } from '#core/graph/edits/steps/new-step.ts'
import { isJsonList } from '#core/json.ts'
import { allStepNames } from '../../../algorithms/steps/find-step.ts'
import { useDocument, useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { useFieldStep } from '../field-step.tsx'
import { fieldWords, Words } from '../field-words.tsx'
import { AddStep } from './add-step.tsx'
import { FieldLegend } from './field-legend.tsx'
import { ItemHead } from './item-list.tsx'
import { StepRow } from './step-row.tsx'

/** A list of steps within a step: each opens its own fields here. */
export function StepListField(field: FieldProps) {
  const session = useSession()
  const owner = useFieldStep()
  const definition = useDocument((document) => document.definition)
  const steps = isJsonList(field.value) ? (field.value as unknown as readonly Step[]) : []
  const add = (step: NewStep) => {
    const { type, fields } = step
    const name = uniqueName(step.name ?? catalogue[type].label, allStepNames(definition))
    if (field.set({ name, type, ...skeletonOf(type), ...fields }, [steps.length]) !== null) return
    session.selection.selectStep(name)
    session.problems.begin(name)
  }
  // A loop has a frame on the canvas, which the step joins like any other; the steps of a rule are in no frame.
  const isLoop = owner !== null && field.spec.key === 'loop_body'
  const place = isLoop ? { within: owner } : { add }
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <FieldLegend spec={field.spec} />
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
      <AddStep place={place} />
      <Words {...fieldWords({ spec: field.spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}
