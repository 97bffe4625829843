'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { ask } from '../ask.ts'
import { FormFailure } from '../form-failure.tsx'
import { ProofCodeField } from '../proof-code-field.tsx'
import { TextField } from '../text-field.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useAsking } from '../use-asking.ts'
import { sessionKey, useSession } from '../use-session.ts'
import { QrCode } from './qr-code.tsx'

interface Started {
  readonly uri: string
  readonly backupCodes: readonly string[]
}

/**
 * Turns the second factor on by a code, and off again, and shows new backup codes. `isSetup`: it ends when the second
 * factor is on.
 */
export function SecondFactorForm({ isSetup = false }: { isSetup?: boolean }) {
  const queryClient = useQueryClient()
  const { failure, isAsking, errorOf, run } = useAsking()
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isOn = useSession().data?.secondFactor === true

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entered = Object.fromEntries(new FormData(form, (event.nativeEvent as SubmitEvent).submitter))
    run(async () => {
      const { verb, ...body } = entered
      if (verb === 'start') setStarted(await ask<Started>('second-factor/start', body))
      if (verb === 'codes') setCodes((await ask<Started>('second-factor/backup-codes', body)).backupCodes)
      if (verb === 'remove') await ask('second-factor/remove', body)
      if (verb === 'confirm') {
        await ask('second-factor/confirm', body)
        setCodes(started?.backupCodes ?? null)
        setStarted(null)
      }
      if (verb === 'remove') setCodes(null)
      form.reset()
      await queryClient.invalidateQueries({ queryKey: sessionKey })
    })
  }

  return (
    <div className="grid gap-4">
      {!(isSetup && isOn) && (
        <form onSubmit={send} className="grid max-w-88 gap-4">
          <FormFailure failure={failure} />
          {started ? (
            <>
              <ScanStep uri={started.uri} />
              <TextField
                key="code"
                label={identityTexts.code}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                error={errorOf('code')}
              />
            </>
          ) : (
            <>
              <TextField
                key="password"
                label={identityTexts.password}
                name="password"
                type="password"
                autoComplete="current-password"
                error={errorOf('password')}
              />
              <ProofCodeField key="proof" error={errorOf('code')} />
            </>
          )}
          <Verbs isOn={isOn} isStarted={started !== null} isAsking={isAsking} isSetup={isSetup} />
        </form>
      )}
      {codes && <BackupCodes codes={codes} />}
    </div>
  )
}

interface VerbsProps {
  readonly isOn: boolean
  readonly isStarted: boolean
  readonly isAsking: boolean
  /** The setup is what the page is for. */
  readonly isSetup: boolean
}

function Verbs({ isOn, isStarted, isAsking, isSetup }: VerbsProps) {
  const verbs = isStarted
    ? ([['confirm', identityTexts.confirmCode]] as const)
    : isOn
      ? ([
          ['codes', identityTexts.newBackupCodes],
          ['remove', identityTexts.turnOff],
        ] as const)
      : ([['start', identityTexts.turnOn]] as const)
  return (
    <div className={isSetup ? 'grid' : 'flex flex-wrap gap-2'}>
      {verbs.map(([verb, label]) => (
        <Button
          key={verb}
          type="submit"
          name="verb"
          value={verb}
          aria-disabled={isAsking}
          {...(isSetup && { look: 'primary', size: 'large' })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function ScanStep({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className="grid justify-items-start gap-3">
      <p>{identityTexts.scan}</p>
      <QrCode text={uri} label={identityTexts.qrCode} />
      <p className="text-small text-muted wrap-anywhere">
        {identityTexts.secret} <code>{secret}</code>
      </p>
    </div>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Callout
      tone="human"
      actions={<CopyButton label={identityTexts.backupCodes} textOf={() => codes.join('\n')} className="opacity-100" />}
    >
      <h3 className="font-medium">{identityTexts.backupCodes}</h3>
      <p>{identityTexts.backupCodesAbout}</p>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Callout>
  )
}
