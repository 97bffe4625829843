'use client'

import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { limits } from '#core/limits.ts'
import { identityTexts } from '../texts/identity.ts'
import { memberTexts } from '../texts/members.ts'

interface Account {
  readonly email: string
  readonly name: string
  readonly password: string
}

export interface AccountFormProps {
  /** The only address that the invitation is for; null: any. */
  email: string | null
  /** The name of the invited person of the directory. */
  name: string | null
  saving: { readonly isPending: boolean; readonly error: unknown }
  onSubmit(account: Account): void
}

/** Name, address and password of a new account, or the way to log in with another one. */
export function AccountForm({ email, name, saving, onSubmit }: AccountFormProps) {
  const [account, setAccount] = useState<Account>({ email: email ?? '', name: name ?? '', password: '' })
  const failure = saving.error ? apiFailure(saving.error) : undefined
  const fieldOf = (field: string | null) =>
    Object.keys(account).find((key) => field === key || field === `account.${key}`)
  const errorAt = (key: keyof Account) =>
    failure && fieldOf(failure.field) === key ? failure.message.replace(/^(account\.)?\w+: /, '') : undefined
  const set = (change: Partial<Account>) => setAccount((current) => ({ ...current, ...change }))
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(account)
      }}
    >
      {failure && fieldOf(failure.field) === undefined && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      <Field label={memberTexts.name} error={errorAt('name')}>
        {(control) => (
          <Input
            {...control}
            value={account.name}
            autoComplete="name"
            maxLength={limits.directory.nameCharacters}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={memberTexts.email} error={errorAt('email')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            value={account.email}
            autoComplete="username"
            readOnly={email !== null}
            onChange={(event) => set({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label={memberTexts.password} hint={identityTexts.passwordHint} error={errorAt('password')}>
        {(control) => (
          <Input
            {...control}
            type="password"
            value={account.password}
            autoComplete="new-password"
            onChange={(event) => set({ password: event.target.value })}
          />
        )}
      </Field>
      <Button
        look="primary"
        size="large"
        type="submit"
        disabled={saving.isPending || account.name.trim() === '' || account.email === '' || account.password === ''}
      >
        {memberTexts.createAccount}
      </Button>
      <Button look="ghost" asChild>
        <a href="/login?to=/invite">{memberTexts.haveAccount}</a>
      </Button>
    </form>
  )
}
