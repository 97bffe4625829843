'use client'

import type { FormEvent } from 'react'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { ask } from '../ask.ts'
import { FormFailure } from '../form-failure.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'

export function PasswordSection() {
  const { failure, isAsking, errorOf, run } = useAsking()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    run(async () => {
      await ask('password', Object.fromEntries(new FormData(form)))
      form.reset()
      showToast({ tone: 'done', title: identityTexts.changed })
    })
  }
  return (
    <SettingsSection title={identityTexts.password} about={identityTexts.passwordAbout}>
      <form onSubmit={send} className="grid max-w-88 gap-4">
        <FormFailure failure={failure} />
        <TextField
          label={identityTexts.presentPassword}
          name="password"
          type="password"
          autoComplete="current-password"
          error={errorOf('password')}
        />
        <TextField
          label={identityTexts.newPassword}
          hint={identityTexts.passwordHint}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={12}
          error={errorOf('newPassword')}
        />
        <Button type="submit" className="justify-self-start" aria-disabled={isAsking}>
          {identityTexts.changePassword}
        </Button>
      </form>
    </SettingsSection>
  )
}
