'use client'

import type { FormEvent } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { ask } from '../ask.ts'
import { FormFailure } from '../form-failure.tsx'
import { ProofCodeField } from '../proof-code-field.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'

/** Asks a session that has not shown the second factor of its account for the password and a code. */
export function ShowSecondFactor({ onShown }: { onShown: () => void }) {
  const { failure, isAsking, errorOf, run } = useAsking()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Object.fromEntries(new FormData(event.currentTarget))
    run(async () => {
      await ask('confirm', entered)
      onShown()
    })
  }
  return (
    <form onSubmit={send} className="grid max-w-88 gap-4">
      <FormFailure failure={failure} />
      <TextField
        label={identityTexts.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
        error={errorOf('password')}
      />
      <ProofCodeField error={errorOf('code')} />
      <div>
        <Button type="submit" look="primary" aria-disabled={isAsking}>
          {identityTexts.goOn}
        </Button>
      </div>
    </form>
  )
}
