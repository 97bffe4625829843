'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { ask } from '../ask.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { FormFailure } from '../form-failure.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'

/** Makes the first account. The token lies in the fragment, which browsers send to no server. */
export function SetupPage() {
  const [token, setToken] = useState<string | null>(null)
  const { isAsking, failure, errorOf, run } = useAsking()
  useEffect(() => {
    setToken(new URLSearchParams(window.location.hash.slice(1)).get('t') ?? '')
    // The link must not stay in the history of a browser that others may use.
    window.history.replaceState(null, '', window.location.pathname)
  }, [])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name, email, password } = Object.fromEntries(new FormData(event.currentTarget))
    run(async () => {
      await ask('setup', { token, name, email, password })
      await ask('login', { email, password })
      window.location.assign('/')
    })
  }

  if (token === null) return null
  if (token === '')
    return (
      <EntryFrame title={identityTexts.setUp}>
        <Callout tone="human">{identityTexts.noLink}</Callout>
      </EntryFrame>
    )
  return (
    <EntryFrame title={identityTexts.setUp} about={identityTexts.setUpAbout}>
      <form onSubmit={send} className="grid gap-4">
        <FormFailure failure={failure} />
        <TextField label={identityTexts.name} name="name" autoComplete="name" maxLength={80} autoFocus />
        <TextField
          label={identityTexts.email}
          name="email"
          type="email"
          autoComplete="username"
          error={errorOf('email')}
        />
        <TextField
          label={identityTexts.password}
          hint={identityTexts.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          error={errorOf('password')}
        />
        <Button type="submit" look="primary" size="large" aria-disabled={isAsking}>
          {identityTexts.makeAccount}
        </Button>
      </form>
    </EntryFrame>
  )
}
