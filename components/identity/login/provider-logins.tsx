'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ask } from '../ask.ts'
import { FormFailure } from '../form-failure.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { logInByProvider } from './log-in-by-provider.ts'

interface Provider {
  readonly id: string
  readonly name: string
}

/** A button for each identity provider of the installation; nothing where there is none. */
export function ProviderLogins({ invite }: { invite?: string }) {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const { isAsking, failure, run } = useAsking()
  useEffect(() => {
    // Without an answer, people log in by password.
    ask<{ providers: readonly Provider[] }>('providers').then(
      (answer) => setProviders(answer.providers),
      () => undefined,
    )
  }, [])
  if (providers.length === 0) return null
  const logIn = (provider: string) => {
    const to = new URLSearchParams(window.location.search).get('to') ?? undefined
    run(() => logInByProvider(invite ? { provider, invite } : { provider, to }))
  }
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3 text-label text-muted">
        <span className="h-px flex-1 bg-line" />
        {identityTexts.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      <FormFailure failure={failure} />
      {providers.map(({ id, name }) => (
        <Button key={id} size="large" aria-disabled={isAsking} onClick={() => logIn(id)}>
          {identityTexts.logInWith(isolateText(name))}
        </Button>
      ))}
    </div>
  )
}
