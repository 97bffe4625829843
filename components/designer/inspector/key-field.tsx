'use client'

import type { ComponentType } from 'react'
import type { KeySpec } from '#core/definition/catalogue.ts'
import type { FieldProps } from './field-props.ts'
import { AssignmentsField } from './fields/assignments-field.tsx'
import { BooleanField, ChoiceField, StepField } from './fields/choice-fields.tsx'
import { ExpressionField } from './fields/expression-field.tsx'
import { NamesField, StepsField } from './fields/names-fields.tsx'
import { FunctionField, WorkflowField } from './fields/reference-fields.tsx'
import { RetryField } from './fields/retry-field.tsx'
import { RoutesField } from './fields/routes-field.tsx'
import { SchemaField } from './fields/schema-field.tsx'
import {
  CodeField,
  DurationField,
  IntegerField,
  JsonField,
  LongTextField,
  NumberField,
  TextField,
} from './fields/text-fields.tsx'

type Kind = KeySpec['kind']

const fields: Record<Kind, ComponentType<FieldProps & { step?: string }>> = {
  text: TextField,
  long_text: LongTextField,
  expression: ExpressionField,
  template: ExpressionField,
  number: NumberField,
  integer: IntegerField,
  duration: DurationField,
  boolean: BooleanField,
  choice: ChoiceField,
  step: StepField,
  steps: StepsField,
  function: FunctionField,
  workflow: WorkflowField,
  names: NamesField,
  json: JsonField,
  json_schema: SchemaField,
  routes: RoutesField,
  assignments: AssignmentsField,
  retry: RetryField,
  tasks: JsonField,
  code: CodeField,
  loop_body: JsonField,
  injection: JsonField,
  http: JsonField,
}

/** Kinds whose fields are short enough to stand two in a row. */
const narrow: ReadonlySet<Kind> = new Set(['number', 'integer', 'duration', 'choice'])
const isNarrow = ({ kind, key }: KeySpec) => narrow.has(kind) || key === 'workflow_version'

export interface KeyFieldProps extends FieldProps {
  /** The step that the field belongs to; absent for the workflow's own fields. */
  readonly step?: string
}

/** The field for one key of the catalogue, found again by `data-field` when something wants it focused. */
function KeyField(props: KeyFieldProps) {
  const Field = fields[props.spec.kind]
  return <Field {...props} />
}

export interface KeyFieldsProps {
  readonly keys: readonly KeySpec[]
  readonly fieldOf: (spec: KeySpec) => KeyFieldProps
}

/** Fields under each other; two short ones in a row stand side by side. */
export function KeyFields({ keys, fieldOf }: KeyFieldsProps) {
  const paired = pairs(keys)
  return (
    <div className="grid grid-cols-2 content-start gap-x-2.5 gap-y-3.5 p-3.5">
      {keys.map((spec) => (
        <div key={spec.key} data-field={spec.key} className={paired.has(spec) ? 'min-w-0' : 'col-span-2 min-w-0'}>
          <KeyField {...fieldOf(spec)} />
        </div>
      ))}
    </div>
  )
}

/** The short fields that have a short neighbour to stand beside. */
function pairs(keys: readonly KeySpec[]): ReadonlySet<KeySpec> {
  const paired = new Set<KeySpec>()
  for (const [index, spec] of keys.entries()) {
    const next = keys[index + 1]
    if (next === undefined || paired.has(spec) || !isNarrow(spec) || !isNarrow(next)) continue
    paired.add(spec).add(next)
  }
  return paired
}
