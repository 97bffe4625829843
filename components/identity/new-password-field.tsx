import { TextField } from './text-field.tsx'
import { identityTexts } from './texts/identity.ts'

interface NewPasswordFieldProps {
  label?: string
  name: string
  error: string | undefined
}

/** A password that is being chosen, with what makes a good one. */
export function NewPasswordField({ label = identityTexts.password, name, error }: NewPasswordFieldProps) {
  return (
    <TextField
      label={label}
      hint={identityTexts.passwordHint}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={12}
      error={error}
    />
  )
}
