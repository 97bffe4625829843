'use client'

import { SettingsSection } from '#components/settings/settings-section.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { ask } from '../ask.ts'
import { EntryForm } from '../entry-form.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { ProofCodeField } from '../proof-code-field.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'

export function PasswordSection() {
  const asking = useAsking()
  return (
    <SettingsSection title={identityTexts.password} about={identityTexts.passwordAbout}>
      <EntryForm
        verb={identityTexts.changePassword}
        asking={asking}
        place="section"
        onSend={async (entered, form) => {
          await ask('password', entered)
          form.reset()
          showToast({ tone: 'done', title: identityTexts.changed })
        }}
      >
        <TextField
          label={identityTexts.presentPassword}
          name="password"
          type="password"
          autoComplete="current-password"
          error={asking.errorOf('password')}
        />
        <ProofCodeField error={asking.errorOf('code')} />
        <NewPasswordField name="newPassword" label={identityTexts.newPassword} error={asking.errorOf('newPassword')} />
      </EntryForm>
    </SettingsSection>
  )
}
