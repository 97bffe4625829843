'use client'

import { taskKeys } from '#core/definition/catalogue/nested-keys.ts'
import type { Step } from '#core/definition/definition.ts'
import { isWholeStep } from '#core/graph/edits/raw/raw-step.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, fieldWithin, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'
import { useFocusWithin, useFrozen } from '../use-focus-within.ts'
import { AddBranch } from './branch-field.tsx'
import { FieldLegend } from './field-legend.tsx'
import { ItemHead } from './item-list.tsx'
import { StepRow } from './step-row.tsx'

/** The tasks that a PARALLEL step runs side by side: functions, sub-workflows and whole steps, each with a name. */
export function TasksField(field: FieldProps) {
  const tasks: readonly Json[] = isJsonList(field.value) ? field.value : []
  return (
    <fieldset className="grid min-w-0 gap-2">
      <FieldLegend spec={field.spec} />
      {tasks.map((task, index) => {
        const name =
          isJsonObject(task) && typeof task.name === 'string' && task.name !== '' ? task.name : String(index + 1)
        if (isWholeStep(task)) {
          return (
            <ItemHead
              key={`step ${name}`}
              field={field}
              index={index}
              count={tasks.length}
              name={viewsInspectorFieldsTexts.task(name)}
            >
              <StepRow step={task as unknown as Step} />
            </ItemHead>
          )
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place in the list; its name is typed here
          <div key={index} className="grid gap-2 rounded-m border p-2.5">
            <ItemHead field={field} index={index} count={tasks.length} name={viewsInspectorFieldsTexts.task(name)}>
              <span className="block truncate font-medium">{name}</span>
            </ItemHead>
            <TaskFields field={fieldWithin(field, index)} />
          </div>
        )
      })}
      <AddBranch />
      <Words {...fieldWords({ spec: field.spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}

/** The kind of a task stays while the user types into it: an emptied sub-workflow name is about to be rewritten. */
function TaskFields({ field }: { field: FieldProps }) {
  const { within, handlers } = useFocusWithin()
  const isChild = useFrozen(within, isJsonObject(field.value) && field.value.sub_workflow_type !== undefined)
  return (
    <div {...handlers}>
      <NestedFields field={field} keys={keysOf(isChild)} />
    </div>
  )
}

/** A task is a function or a sub-workflow, and only the latter has an input. */
function keysOf(isChild: boolean) {
  const hidden = isChild ? ['function'] : ['sub_workflow_type', 'input']
  return taskKeys
    .filter(({ key }) => !hidden.includes(key))
    .map((spec) =>
      spec.key === 'sub_workflow_type' ? { ...spec, label: viewsInspectorFieldsTexts.subWorkflow } : spec,
    )
}
