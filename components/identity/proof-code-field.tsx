'use client'

import { TextField } from './text-field.tsx'
import { identityTexts } from './texts/identity.ts'
import { useSession } from './use-session.ts'

/** The field for a code beside a password that is asked for again; nothing where the second factor is off. */
export function ProofCodeField({ error }: { error: string | undefined }) {
  if (useSession().data?.secondFactor !== true) return null
  return (
    <TextField
      label={identityTexts.code}
      hint={identityTexts.orBackupCode}
      name="code"
      autoComplete="one-time-code"
      error={error}
    />
  )
}
