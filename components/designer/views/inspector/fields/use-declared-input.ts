'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { requiredOf } from '#core/definition/check/contracts/sub-workflow-inputs.ts'
import type { Step } from '#core/definition/definition.ts'
import { workflowName } from '#core/definition/names.ts'
import { type JsonSchema, objectOf } from '#core/json.ts'
import { findStep } from '../../../algorithms/steps/find-step.ts'
import { useDocument } from '../../../model/session-context.tsx'
import type { FieldProps } from '../field-props.ts'
import { useFieldStep } from '../field-step.tsx'
import type { DeclaredEntry } from './entries-field.tsx'

const none: readonly DeclaredEntry[] = []

/** The inputs that the workflow started by a step declares, where the field is the input of that step. */
export function useDeclaredInput({ spec, path }: FieldProps): readonly DeclaredEntry[] {
  const name = useFieldStep()
  const workflow = useDocument(({ definition }) => {
    if (spec.key !== 'input' || path.length !== 1 || name === null) return ''
    return startedBy(findStep(definition, name)?.step)
  })
  const api = useApi()
  const { data } = useQuery({
    ...api.workflows.contracts.queryOptions({ workflows: [workflow] }),
    enabled: workflowName.test(workflow),
  })
  const schema = data?.inputs.find((entry) => entry.name === workflow)?.schema
  return schema ? entriesOf(schema) : none
}

function startedBy(step: Step | undefined): string {
  if (step?.type === 'SUB_WORKFLOW') return step.sub_workflow_type
  return (step?.type === 'FIRE_AND_FORGET' && step.workflow_type) || ''
}

function entriesOf(schema: JsonSchema): readonly DeclaredEntry[] {
  const required = new Set(requiredOf(schema))
  const names = [...new Set([...Object.keys(objectOf(schema.properties)), ...required])]
  return names.map((name) => {
    const property = objectOf(objectOf(schema.properties)[name])
    return {
      name,
      title: typeof property.title === 'string' ? property.title : name,
      type: typeWord(property),
      required: required.has(name),
    }
  })
}

function typeWord({ type, enum: choices }: JsonSchema): string {
  if (Array.isArray(choices)) return choices.slice(0, 4).map(String).join(' | ')
  if (Array.isArray(type)) return type.map(String).join(' | ')
  return typeof type === 'string' ? type : ''
}
