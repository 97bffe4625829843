'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { LoadedList } from '#components/settings/loaded-list.tsx'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { LoginProviderSection } from '../login-provider/login-provider-section.tsx'
import { memberTexts, roleLabel } from '../texts/members.ts'
import { EntriesSection } from './entries-section.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteList } from './invite-list.tsx'
import { MappingsSection } from './mappings-section.tsx'
import { MemberList } from './member-list.tsx'
import { PublishReviewSection } from './publish-review-section.tsx'
import { SecondFactorDemandSection } from './second-factor-demand-section.tsx'

/** Settings → Members: who can log in, open invitations, what the groups of a login give, and visits. */
export function MembersPage() {
  return (
    <>
      <MembersSection />
      <LoginProviderSection />
      <SecondFactorDemandSection />
      <PublishReviewSection />
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
        <LoadedList
          title={memberTexts.members}
          textsOf={({ name, email, personId, roles }) => [name, email, personId, ...roles.map(roleLabel)]}
          query={members}
          icon={<Users />}
          nothing={memberTexts.noMembersYet}
          nothingAbout={memberTexts.noMembersAbout}
        >
          {(items) => <MemberList members={items} />}
        </LoadedList>
        <InviteList />
      </div>
      {isInviting && <InviteDialog members={members.data ?? []} onClose={() => setInviting(false)} />}
    </SettingsSection>
  )
}
