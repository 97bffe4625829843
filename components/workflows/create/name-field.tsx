'use client'

import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { limits } from '#core/limits.ts'
import { workflowsTexts } from '../texts/workflows.ts'
import { possibleName } from './possible-name.ts'

export interface NameFieldProps {
  name: string
  onName(name: string): void
  error: string | undefined
}

export function NameField({ name, onName, error }: NameFieldProps) {
  const instead = possibleName(name)
  return (
    <Field
      label={workflowsTexts.name}
      hint={
        instead === null ? (
          error === undefined && workflowsTexts.lettersDigitsAndStarting
        ) : (
          <>
            {workflowsTexts.onlyLettersDigitsAnd}{' '}
            {instead !== '' && (
              <button
                type="button"
                className="rounded-s font-medium text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
                onClick={() => onName(instead)}
              >
                {workflowsTexts.use(instead)}
              </button>
            )}
          </>
        )
      }
      error={error}
    >
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
