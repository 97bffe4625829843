'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ownPath } from '#core/own-path.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { SecondFactorForm } from '../sessions/second-factor-form.tsx'
import { signOut } from '../sign-out.ts'
import { identityTexts } from '../texts/identity.ts'
import { useSession } from '../use-session.ts'

/**
 * Leads a member through the setup of the second factor that the owner demands, and then on. A provider asks for its
 * own: the member is told to set it up there.
 */
export function SecondFactorPage() {
  const session = useSession().data
  const isOn = session?.secondFactor === true
  const provider = session?.provider
  const goOn = () => window.location.assign(ownPath(new URLSearchParams(window.location.search).get('to')))
  return (
    <EntryFrame
      title={identityTexts.setUpSecondFactor}
      about={provider ? identityTexts.demandedOfProvider(isolateText(provider.name)) : identityTexts.demandedAbout}
    >
      {!provider && <SecondFactorForm isSetup />}
      {isOn && !provider ? (
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
