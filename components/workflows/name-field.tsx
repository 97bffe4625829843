'use client'

import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { limits } from '#core/limits.ts'

export interface NameFieldProps {
  name: string
  onName(name: string): void
  error: string | undefined
}

export function NameField({ name, onName, error }: NameFieldProps) {
  return (
    <Field label="Name" hint="Letters, digits and _ . / - ; it begins with a letter." error={error}>
      {(control) => (
        <Input
          {...control}
          value={name}
          maxLength={limits.text.workflowName}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onName(event.target.value)}
        />
      )}
    </Field>
  )
}
