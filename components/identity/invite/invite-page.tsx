'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { ask } from '../ask.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { ProviderLogins } from '../login/provider-logins.tsx'
import { failureText } from '../members/use-members.ts'
import { memberTexts, roleLabel } from '../texts/members.ts'
import { AccountForm } from './account-form.tsx'
import { keptToken } from './kept-token.ts'

/** The page behind the link of an invitation: what it is for, and a new account or the one of the browser. */
export function InvitePage() {
  const api = useApi()
  const [token, setToken] = useState<string | null>()
  const show = useMutation(api.invites.show.mutationOptions())
  const { mutate } = show
  useEffect(() => {
    const found = keptToken()
    setToken(found)
    if (found !== null) mutate({ token: found })
  }, [mutate])

  const failure = token === null ? memberTexts.noToken : failureText(show.error)
  if (failure)
    return (
      <EntryFrame title={memberTexts.cannotAccept}>
        <Callout tone="failed" alert>
          {failure}
        </Callout>
      </EntryFrame>
    )
  if (!token || !show.data)
    return (
      <EntryFrame title={memberTexts.checking}>
        <Skeleton className="h-24" />
      </EntryFrame>
    )
  const { owner, ownerId, invitedBy, roles, login, email, person } = show.data
  return (
    <EntryFrame
      title={memberTexts.invitationFrom(isolateText(owner))}
      about={memberTexts.invitedYou(isolateText(invitedBy))}
    >
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="text-label text-muted">{memberTexts.yourRoles}</span>
        {roles.map((role) => (
          <Chip key={role}>{roleLabel(role)}</Chip>
        ))}
      </p>
      {login && !login.fits && <Callout tone="human">{memberTexts.otherAccount(login.email)}</Callout>}
      {login?.fits ? (
        <JoinButton token={token} email={login.email} />
      ) : (
        <>
          <NewAccount token={token} email={email} name={person} />
          <ProviderLogins invite={token} owner={ownerId} />
        </>
      )}
    </EntryFrame>
  )
}

/** Everything is asked anew with the new membership. */
const open = () => window.location.assign('/')

function JoinButton({ token, email }: { token: string; email: string }) {
  const api = useApi()
  const accept = useMutation(api.invites.accept.mutationOptions({ onSuccess: open }))
  return (
    <>
      {accept.error && (
        <Callout tone="failed" alert>
          {failureText(accept.error)}
        </Callout>
      )}
      <Button look="primary" size="large" disabled={accept.isPending} onClick={() => accept.mutate({ token })}>
        {memberTexts.joinAs(email)}
      </Button>
    </>
  )
}

function NewAccount({ token, email, name }: { token: string; email: string | null; name: string | null }) {
  const api = useApi()
  const accept = useMutation(
    api.invites.accept.mutationOptions({
      async onSuccess(_, { account }) {
        await ask('login', { email: account?.email, password: account?.password })
        open()
      },
    }),
  )
  return (
    <AccountForm email={email} name={name} saving={accept} onSubmit={(account) => accept.mutate({ token, account })} />
  )
}
