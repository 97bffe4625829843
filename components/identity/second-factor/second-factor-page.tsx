'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { ownPath } from '#core/own-path.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { SecondFactorForm } from '../sessions/second-factor-form.tsx'
import { signOut } from '../sign-out.ts'
import { identityTexts } from '../texts/identity.ts'
import { useSession } from '../use-session.ts'

/** Leads a member through the setup of the second factor that the owner demands, and then on. */
export function SecondFactorPage() {
  const isOn = useSession().data?.secondFactor === true
  const goOn = () => window.location.assign(ownPath(new URLSearchParams(window.location.search).get('to')))
  return (
    <EntryFrame title={identityTexts.setUpSecondFactor} about={identityTexts.demandedAbout}>
      <SecondFactorForm isSetup />
      {isOn ? (
        <Button look="primary" size="large" onClick={goOn}>
          {identityTexts.goOn}
        </Button>
      ) : (
        <Button look="ghost" onClick={signOut}>
          {identityTexts.signOut}
        </Button>
      )}
    </EntryFrame>
  )
}
