'use client'

import { Callout } from '#components/ui/layout/callout.tsx'
import { ask } from '../ask.ts'
import { EntryForm } from '../entry-form.tsx'
import { EntryFrame } from '../entry-frame.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { useLink } from '../use-link.ts'

/** Makes the first account. */
export function SetupPage() {
  const link = useLink()
  const asking = useAsking()
  if (link === null) return null
  const token = link.get('t')
  if (!token)
    return (
      <EntryFrame title={identityTexts.setUp}>
        <Callout tone="human">{identityTexts.noLink}</Callout>
      </EntryFrame>
    )
  return (
    <EntryFrame title={identityTexts.setUp} about={identityTexts.setUpAbout}>
      <EntryForm
        verb={identityTexts.makeAccount}
        asking={asking}
        onSend={async ({ name, email, password }) => {
          await ask('setup', { token, name, email, password })
          await ask('login', { email, password })
          window.location.assign('/')
        }}
      >
        <TextField label={identityTexts.name} name="name" autoComplete="name" maxLength={80} autoFocus />
        <TextField
          label={identityTexts.email}
          name="email"
          type="email"
          autoComplete="username"
          error={asking.errorOf('email')}
        />
        <NewPasswordField name="password" error={asking.errorOf('password')} />
      </EntryForm>
    </EntryFrame>
  )
}
