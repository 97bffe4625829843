'use client'

import { useState } from 'react'
import { answerConfirmation, useLoginConfirmation } from '#components/api/login-confirmation.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { ask } from '../ask.ts'
import { FormFailure } from '../form-failure.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { type BrowserSession, useSession } from '../use-session.ts'
import { logInByProvider } from './log-in-by-provider.ts'

const leave = () => answerConfirmation(false)

/** The dialog that asks for the password where a change needs a fresh login, and then repeats the change. */
export function ConfirmLogin() {
  const isAsked = useLoginConfirmation(({ waiting }) => waiting.length > 0)
  return isAsked ? <Confirmation /> : null
}

function Confirmation() {
  const { data: session } = useSession()
  if (session === undefined) return null
  return session?.password ? (
    <PasswordDialog session={session} />
  ) : (
    <LogInAgain providerId={session?.provider?.id ?? null} />
  )
}

function PasswordDialog({ session: { email, secondFactor } }: { session: BrowserSession }) {
  const { isAsking, failure, errorOf, run } = useAsking()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirm = () =>
    run(async () => {
      await ask('confirm', { password, ...(secondFactor && { code }) })
      answerConfirmation(true)
    })
  return (
    <FormDialog
      title={identityTexts.confirmLogin}
      description={identityTexts.confirmLoginAbout}
      verb={identityTexts.goOn}
      canSubmit={!isAsking && password !== '' && (!secondFactor || code !== '')}
      onSubmit={confirm}
      onClose={leave}
    >
      <FormFailure failure={failure} />
      <TextField label={identityTexts.email} type="email" autoComplete="username" value={email} readOnly />
      <TextField
        label={identityTexts.password}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={errorOf('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {secondFactor && (
        <TextField
          label={identityTexts.code}
          hint={identityTexts.orBackupCode}
          autoComplete="one-time-code"
          value={code}
          error={errorOf('code')}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </FormDialog>
  )
}

/** An account without a password here: its identity provider asks it. */
function LogInAgain({ providerId }: { providerId: string | null }) {
  const { isAsking, failure, run } = useAsking()
  const to = typeof window === 'undefined' ? '/' : window.location.pathname + window.location.search
  const logIn = () => run(() => logInByProvider({ provider: providerId ?? '', to, fresh: true }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      width="narrow"
      title={identityTexts.confirmLogin}
      footer={
        <>
          <Button onClick={leave}>{identityTexts.cancel}</Button>
          {providerId === null ? (
            <Button look="primary" asChild>
              <a href={`/login?${new URLSearchParams({ to })}`}>{identityTexts.logIn}</a>
            </Button>
          ) : (
            <Button look="primary" aria-disabled={isAsking} onClick={logIn}>
              {identityTexts.logIn}
            </Button>
          )}
        </>
      }
    >
      <FormFailure failure={failure} />
      <p className="pb-3">{identityTexts.logInAgainAbout}</p>
    </Dialog>
  )
}
