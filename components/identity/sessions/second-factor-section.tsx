'use client'

import { SettingsSection } from '#components/settings/settings-section.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useSession } from '../use-session.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

export function SecondFactorSection() {
  const isOn = useSession().data?.secondFactor === true
  return (
    <SettingsSection
      title={identityTexts.secondFactor}
      about={isOn ? `${identityTexts.isOn} ${identityTexts.secondFactorAbout}` : identityTexts.secondFactorAbout}
    >
      <SecondFactorForm />
    </SettingsSection>
  )
}
