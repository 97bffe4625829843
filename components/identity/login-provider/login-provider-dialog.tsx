'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { LoginProvider, LoginProviderAddresses } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { useReloadMembers } from '../members/use-members.ts'
import { loginProviderTexts as texts } from '../texts/login-provider.ts'
import { CopiedAddress } from './copied-address.tsx'

interface LoginProviderDialogProps {
  provider: LoginProvider | null
  addresses: LoginProviderAddresses
  onClose(): void
}

const fields = ['name', 'issuer', 'clientId', 'clientSecret', 'domains', 'groupsClaim', 'scopes', 'acr'] as const
type FieldName = (typeof fields)[number]

const words: Readonly<Record<FieldName, { readonly label: string; readonly hint?: string; readonly note?: string }>> = {
  name: { label: texts.name },
  issuer: { label: texts.issuer, hint: texts.issuerHint },
  clientId: { label: texts.client },
  clientSecret: { label: texts.secret },
  domains: { label: texts.domains, hint: texts.domainsHint, note: texts.optional },
  groupsClaim: { label: texts.groupsClaim, hint: texts.groupsHint, note: texts.optional },
  scopes: { label: texts.scopes },
  acr: { label: texts.acr, note: texts.optional },
}

const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')

function valuesOf(provider: LoginProvider | null): Record<FieldName, string> {
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    domains: provider?.domains.join(', ') ?? '',
    groupsClaim: provider ? (provider.groupsClaim ?? '') : 'groups',
    scopes: provider?.scopes ?? 'openid email profile',
    acr: provider?.acr.join(' ') ?? '',
  }
}

/** Sets up the login provider, or changes it. */
export function LoginProviderDialog({ provider, addresses, onClose }: LoginProviderDialogProps) {
  const api = useApi()
  const reload = useReloadMembers()
  const [values, setValues] = useState(() => valuesOf(provider))
  const save = useMutation(api.loginProvider.save.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  const failure = save.error ? apiFailure(save.error) : undefined
  const fieldOf = failure?.field?.split('.')[0]
  const mayKeep = provider !== null && provider.issuer === values.issuer.trim()
  const submit = () =>
    save.mutate({
      name: values.name,
      issuer: values.issuer,
      clientId: values.clientId,
      ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
      scopes: values.scopes,
      groupsClaim: values.groupsClaim.trim() || null,
      acr: partsOf(values.acr),
      domains: partsOf(values.domains),
    })
  return (
    <FormDialog
      title={texts.dialogTitle}
      description={texts.dialogAbout}
      verb={texts.save}
      canSubmit={
        !save.isPending &&
        [values.name, values.issuer, values.clientId, values.scopes].every((value) => value.trim() !== '') &&
        (mayKeep || values.clientSecret !== '')
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !fields.some((name) => name === fieldOf) && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      <dl className="grid gap-1">
        <CopiedAddress label={texts.redirect} value={addresses.redirect} />
        <CopiedAddress label={texts.logout} value={addresses.logout} />
      </dl>
      {fields.map((name) => (
        <Field
          key={name}
          {...words[name]}
          {...(name === 'clientSecret' && mayKeep && { hint: texts.secretKept })}
          error={fieldOf === name ? failure?.message.replace(/^[\w.]+: /, '') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type={name === 'clientSecret' ? 'password' : 'text'}
              autoComplete={name === 'clientSecret' ? 'new-password' : 'off'}
              spellCheck={false}
              value={values[name]}
              onChange={(event) => setValues((current) => ({ ...current, [name]: event.target.value }))}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}
