'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoginProvider } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMe } from '#components/people/use-people.ts'
import { ConfirmDialog } from '#components/settings/confirm-dialog.tsx'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { failureText, useReloadMembers } from '../members/use-members.ts'
import { loginProviderTexts as texts } from '../texts/login-provider.ts'
import { CopiedAddress } from './copied-address.tsx'
import { LoginProviderDialog } from './login-provider-dialog.tsx'

/** The section of the owner's login provider; hidden in local mode, which has no login. */
export function LoginProviderSection() {
  const api = useApi()
  const isLogin = useMe()?.mode === 'login'
  const { data } = useQuery(api.loginProvider.get.queryOptions(undefined, { enabled: isLogin }))
  const [task, setTask] = useState<'edit' | 'remove' | null>(null)
  if (!data?.addresses) return null
  const { provider, addresses } = data
  const close = () => setTask(null)
  return (
    <SettingsSection
      id="login-provider"
      title={texts.title}
      about={texts.about}
      aside={<Button onClick={() => setTask('edit')}>{provider ? texts.change : texts.setUp}</Button>}
    >
      {provider ? (
        <Provider provider={provider} link={addresses.login} onRemove={() => setTask('remove')} />
      ) : (
        <p className="text-muted">{texts.none}</p>
      )}
      {task === 'edit' && <LoginProviderDialog provider={provider} addresses={addresses} onClose={close} />}
      {task === 'remove' && provider && <RemoveDialog provider={provider} onClose={close} />}
    </SettingsSection>
  )
}

function Provider({ provider, link, onRemove }: { provider: LoginProvider; link: string; onRemove: () => void }) {
  const api = useApi()
  const test = useMutation(api.loginProvider.test.mutationOptions())
  const { name, issuer, clientId, domains } = provider
  const facts: readonly (readonly [string, string])[] = [
    [texts.issuer, issuer],
    [texts.client, clientId],
    [texts.joins, domains.length === 0 ? texts.joinsByInvitation : texts.joinsFrom(domains.join(', '))],
  ]
  const problem = failureText(test.error) ?? (test.data?.works === false ? test.data.problem : undefined)
  return (
    <div className="grid gap-4">
      <h3 className="font-medium">{isolateText(name)}</h3>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{isolateText(value)}</dd>
          </div>
        ))}
        <CopiedAddress label={texts.loginLink} value={link} />
      </dl>
      <div role="status" className="empty:hidden">
        {test.data?.works && <Callout tone="done">{texts.works}</Callout>}
      </div>
      {problem && (
        <Callout tone="failed" alert>
          {problem}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={test.isPending} onClick={() => !test.isPending && test.mutate()}>
          {test.isPending ? texts.testing : texts.test}
        </Button>
        <Button look="ghost" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </div>
  )
}

function RemoveDialog({ provider, onClose }: { provider: LoginProvider; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const remove = useMutation(api.loginProvider.remove.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  return (
    <ConfirmDialog
      title={texts.removeTitle(isolateText(provider.name))}
      about={texts.removeAbout}
      verb={texts.remove}
      change={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
