'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Member } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { memberTexts } from '../texts/members.ts'
import { EntriesSection } from './entries-section.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteList } from './invite-list.tsx'
import { MappingsSection } from './mappings-section.tsx'
import { MemberList } from './member-list.tsx'

/** Settings → Members: who can log in, open invitations, what the groups of a login give, and visits. */
export function MembersPage() {
  return (
    <>
      <MembersSection />
      <MappingsSection />
      <EntriesSection />
    </>
  )
}

function MembersSection() {
  const api = useApi()
  const [isInviting, setInviting] = useState(false)
  const mayChange = useMay('member.admin')
  const members = useQuery(api.members.list.queryOptions())
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'members.invite',
          label: memberTexts.inviteTitle,
          group: memberTexts.members,
          icon: Plus,
          enabled: mayChange,
          perform: () => setInviting(true),
        },
      ],
      [mayChange],
    ),
  )
  return (
    <SettingsSection
      id="members"
      title={memberTexts.members}
      about={memberTexts.membersAbout}
      aside={
        mayChange && (
          <Button look="primary" icon={<Plus />} onClick={() => setInviting(true)}>
            {memberTexts.invite}
          </Button>
        )
      }
    >
      <div className="grid gap-6">
        <Members members={members.data} error={members.error} onRetry={() => members.refetch()} />
        <InviteList />
      </div>
      {isInviting && <InviteDialog members={members.data ?? []} onClose={() => setInviting(false)} />}
    </SettingsSection>
  )
}

interface MembersProps {
  members: readonly Member[] | undefined
  error: unknown
  onRetry(): void
}

function Members({ members, error, onRetry }: MembersProps) {
  if (!members) return error ? <FailureState error={error} onRetry={onRetry} /> : <Skeleton className="h-24" />
  if (members.length > 0) return <MemberList members={members} />
  return (
    <EmptyState
      icon={<Users />}
      title={memberTexts.noMembersYet}
      className="max-w-120 rounded-m border bg-surface py-9"
    >
      {memberTexts.noMembersAbout}
    </EmptyState>
  )
}
