'use client'

import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { workflowIdFor } from '#core/definition/id-of-title.ts'
import { limits } from '#core/limits.ts'
import { workflowsTexts } from '../texts/workflows.ts'

export interface NameFieldProps {
  name: string
  onName(name: string): void
  error: string | undefined
}

/** The name of a workflow, in any language; the id that it gets is shown below. */
export function NameField({ name, onName, error }: NameFieldProps) {
  const id = name.trim() === '' ? null : workflowIdFor(name)
  return (
    <Field
      label={workflowsTexts.name}
      hint={error === undefined && (id === null ? workflowsTexts.anyName : workflowsTexts.idWillBe(id))}
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          value={name}
          maxLength={limits.text.title}
          placeholder={workflowsTexts.exampleName}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onName(event.target.value)}
        />
      )}
    </Field>
  )
}
