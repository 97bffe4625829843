'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMe } from '#components/people/use-people.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { memberTexts } from '../texts/members.ts'

const lookEveryMs = 60_000
const timeOf = (instant: string) =>
  new Date(instant).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Tells members that an administrator of the installation is in their owner, and the administrator, who may leave. */
export function EntryNotice() {
  const api = useApi()
  const isLogin = useMe()?.mode === 'login'
  const entries = useQuery(
    api.owners.entries.queryOptions(undefined, { enabled: isLogin, refetchInterval: lookEveryMs }),
  )
  const leave = useMutation(api.owners.leave.mutationOptions({ onSuccess: () => window.location.assign('/') }))
  const active = (entries.data ?? []).filter(({ isActive }) => isActive)
  if (active.length === 0) return null
  return (
    <section
      aria-label={memberTexts.entered}
      className="tone-human grid gap-0.5 border-b bg-tone-soft px-3 py-0.75 text-small font-medium text-tone"
    >
      {active.map(({ id, name, reason, until, isMe }) => (
        <div key={id} className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
          <span className="flex min-w-0 items-center gap-1.5">
            <ToneIcon tone="human" className="size-3.5 shrink-0" />
            <span className="min-w-0">
              {isMe ? memberTexts.youEntered(timeOf(until)) : memberTexts.theyEntered(isolateText(name), timeOf(until))}
            </span>
          </span>
          <span className="min-w-0 truncate font-normal">{isolateText(reason)}</span>
          {isMe && (
            <Button size="small" disabled={leave.isPending} onClick={() => leave.mutate()}>
              {memberTexts.leave}
            </Button>
          )}
        </div>
      ))}
    </section>
  )
}
