import type { ComponentProps } from 'react'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string
  error?: string | undefined
}

export function TextField({ label, hint, error, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(className ? { className } : {})}>
      {(control) => <Input required {...control} {...rest} />}
    </Field>
  )
}
