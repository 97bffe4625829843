'use client'

import { Callout } from '#components/ui/layout/callout.tsx'
import { ask } from '../ask.ts'
import { EntryForm } from '../entry-form.tsx'
import { EntryFrame } from '../entry-frame.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { useLink } from '../use-link.ts'

/** Sets a new password by the link of an operator. */
export function ResetPage() {
  const link = useLink()
  const asking = useAsking()
  if (link === null) return null
  const [account, token] = [link.get('a'), link.get('t')]
  if (!account || !token)
    return (
      <EntryFrame title={identityTexts.newPassword}>
        <Callout tone="human">{identityTexts.noResetLink}</Callout>
      </EntryFrame>
    )
  return (
    <EntryFrame title={identityTexts.newPassword} about={identityTexts.resetAbout}>
      <EntryForm
        verb={identityTexts.setPassword}
        asking={asking}
        onSend={async ({ password }) => {
          await ask('reset', { account, token, password })
          window.location.assign('/login')
        }}
      >
        <NewPasswordField name="password" label={identityTexts.newPassword} error={asking.errorOf('password')} />
      </EntryForm>
    </EntryFrame>
  )
}
