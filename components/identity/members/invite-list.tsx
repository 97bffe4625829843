'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useNames } from '#components/people/use-names.ts'
import { EntryList, EntryRow } from '#components/settings/entry-list.tsx'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { memberTexts, roleLabel } from '../texts/members.ts'
import { useReloadMembers } from './use-members.ts'

/** The invitations that can still be accepted. Their links are not shown again. */
export function InviteList() {
  const api = useApi()
  const reload = useReloadMembers()
  const names = useNames()
  const { data, error, refetch } = useQuery(api.invites.list.queryOptions())
  const revoke = useMutation(api.invites.revoke.mutationOptions({ onSettled: reload }))
  if (!data) return error && <FailureState error={error} onRetry={() => refetch()} isOfList />
  return (
    <EntryList title={memberTexts.pending} count={data.length} nothing={memberTexts.noPending}>
      {data.map(({ id, email, personId, roles, invitedBy, expiresAt }) => {
        const who = email ?? (personId === null ? memberTexts.anyAddress : names.person(personId))
        return (
          <EntryRow
            key={id}
            id={memberTexts.invitedBy(isolateText(invitedBy))}
            name={who}
            about={
              <>
                {roles.map((role) => (
                  <Chip key={role}>{roleLabel(role)}</Chip>
                ))}
                <span className="text-small text-muted">
                  {memberTexts.ends} <Instant at={expiresAt} />
                </span>
              </>
            }
          >
            <Button
              size="small"
              aria-label={memberTexts.revokeOf(who)}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ id })}
            >
              {memberTexts.revoke}
            </Button>
          </EntryRow>
        )
      })}
    </EntryList>
  )
}
