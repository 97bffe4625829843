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

interface ProviderLoginsProps {
  /** The token of an invitation that the login accepts. */
  invite?: string
  /** The owner whose own provider is offered first; null: those of the installation alone. */
  owner: string | null
}

/** A button for each identity provider of the installation and of the owner; nothing where there is none. */
export function ProviderLogins({ invite, owner }: ProviderLoginsProps) {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const { isAsking, failure, run } = useAsking()
  useEffect(() => {
    // Without an answer, people log in by password.
    ask<{ providers: readonly Provider[] }>(
      owner === null ? 'providers' : `providers?${new URLSearchParams({ owner })}`,
    ).then(
      (answer) => setProviders(answer.providers),
      () => undefined,
    )
  }, [owner])
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
