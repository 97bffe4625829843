'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ownPath } from '#core/own-path.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { SecondFactorForm } from '../sessions/second-factor-form.tsx'
import { signOut } from '../sign-out.ts'
import { identityTexts } from '../texts/identity.ts'
import { useSession } from '../use-session.ts'
import { ShowSecondFactor } from './show-second-factor.tsx'

/**
 * Leads a member through the setup of the second factor that the owner demands, and then on. A session that has not
 * shown the second factor of its account is asked for it. A provider asks for its own: the member is told to set it up
 * there.
 */
export function SecondFactorPage() {
  const session = useSession().data
  const isShown = session?.secondFactorShown === true
  const mayShow = session?.secondFactor === true && session.password && !isShown
  const provider = session?.provider
  const goOn = () => window.location.assign(ownPath(new URLSearchParams(window.location.search).get('to')))
  const about = provider ? identityTexts.demandedOfProvider(isolateText(provider.name)) : identityTexts.demandedAbout
  return (
    <EntryFrame
      title={mayShow ? identityTexts.showSecondFactor : identityTexts.setUpSecondFactor}
      about={mayShow ? identityTexts.showSecondFactorAbout : about}
    >
      {mayShow ? <ShowSecondFactor onShown={goOn} /> : !provider && <SecondFactorForm isSetup />}
      {isShown ? (
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
