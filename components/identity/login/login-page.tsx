'use client'

import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { ownPath } from '#core/own-path.ts'
import { ask } from '../ask.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { FormFailure } from '../form-failure.tsx'
import { keptToken } from '../invite/kept-token.ts'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { LoginRefusal } from './login-refusal.tsx'
import { OwnerLogin } from './owner-login.tsx'
import { ProviderLogins } from './provider-logins.tsx'

type Step = 'password' | 'app' | 'backup'

/** Opens the page that led to the login, with everything loaded anew for the person who is now logged in. */
function goOn(): void {
  window.location.assign(ownPath(new URLSearchParams(window.location.search).get('to')))
}

/** The invitation to accept after the login: an account without a membership may log in with one. */
function invitation(): { readonly invitation?: string } {
  const to = new URLSearchParams(window.location.search).get('to')
  const token = to === '/invite' ? keptToken() : null
  return token === null ? {} : { invitation: token }
}

export function LoginPage() {
  const [step, setStep] = useState<Step>('password')
  const { isAsking, failure, errorOf, run } = useAsking()
  const [owner, setOwner] = useState<string | null>()
  useEffect(() => setOwner(new URLSearchParams(window.location.search).get('owner')), [])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Object.fromEntries(new FormData(event.currentTarget))
    run(async () => {
      const path = { password: 'login', app: 'login/code', backup: 'login/backup-code' }[step]
      const { secondFactor } = await ask<{ secondFactor: boolean }>(path, { ...entered, ...invitation() })
      if (secondFactor) setStep('app')
      else goOn()
    })
  }

  return (
    <EntryFrame title={identityTexts.logIn}>
      <form key={step} onSubmit={send} className="grid gap-4">
        {failure === null && <LoginRefusal />}
        <FormFailure failure={failure} />
        {step === 'password' ? (
          <>
            <TextField label={identityTexts.email} name="email" type="email" autoComplete="username" autoFocus />
            <TextField
              label={identityTexts.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={errorOf('password')}
            />
          </>
        ) : (
          <TextField
            label={step === 'app' ? identityTexts.code : identityTexts.backupCode}
            {...(step === 'app' ? { hint: identityTexts.codeHint, inputMode: 'numeric' as const } : {})}
            name="code"
            autoComplete="one-time-code"
            autoFocus
            error={errorOf('code')}
          />
        )}
        <Button type="submit" look="primary" size="large" aria-disabled={isAsking}>
          {step === 'password' ? identityTexts.logIn : identityTexts.goOn}
        </Button>
        {step !== 'password' && (
          <div className="flex flex-wrap justify-between gap-2">
            <Button look="ghost" onClick={() => setStep(step === 'app' ? 'backup' : 'app')}>
              {step === 'app' ? identityTexts.useBackupCode : identityTexts.useApp}
            </Button>
            <Button look="ghost" onClick={() => setStep('password')}>
              {identityTexts.startAgain}
            </Button>
          </div>
        )}
      </form>
      {step === 'password' && owner !== undefined && (
        <>
          <ProviderLogins owner={owner} />
          {owner === null && <OwnerLogin />}
        </>
      )}
    </EntryFrame>
  )
}
