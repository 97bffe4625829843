'use client'

import { SettingsSection } from '#components/settings/settings-section.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { identityTexts } from '../texts/identity.ts'
import { useSession } from '../use-session.ts'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionList } from './session-list.tsx'

/** What protects the account of the person who is logged in. A login by a provider has no password here. */
export function SessionsPage() {
  const { data: session } = useSession()
  return (
    <>
      <SessionList />
      {session?.provider ? (
        <SettingsSection
          title={identityTexts.login}
          about={identityTexts.byProvider(isolateText(session.provider.name))}
        >
          {null}
        </SettingsSection>
      ) : (
        <>
          <PasswordSection />
          <SecondFactorSection />
        </>
      )}
    </>
  )
}
