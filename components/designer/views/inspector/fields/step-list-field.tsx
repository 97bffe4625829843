'use client'

import { ChevronRight } from 'lucide-react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { catalogue } from '#core/definition/catalogue.ts'
import { type Step, type StepType, stepTypes } from '#core/definition/definition.ts'
import { uniqueName } from '#core/graph/edits/steps/names.ts'
import { skeletonOf } from '#core/graph/edits/steps/new-step.ts'
import { isJsonList } from '#core/json.ts'
import { allStepNames } from '../../../algorithms/steps/find-step.ts'
import { typeLabel } from '../../../model/drawing/labels.ts'
import { useDocument, useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { ItemHead } from './item-list.tsx'

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

function summaryOf(step: Step): string {
  return step.type === 'UNKNOWN' ? typeLabel(step) : `${typeLabel(step)} · ${catalogue[step.type].summary(step)}`
}
