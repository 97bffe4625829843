'use client'

import { useMutation } from '@tanstack/react-query'
import { Plus, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Group } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { useDirectory, useMe } from '#components/people/use-people.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import type { DirectoryDialog } from './directory-dialog.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { entrySaving, useReloadDirectory } from './entry-saving.ts'
import { GroupList } from './group-list.tsx'
import { PeopleList } from './people-list.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'
import { settingsTexts } from './texts/settings.ts'

/** The directory: the people and the groups that workflows name. */
export function PeopleSection() {
  const [dialog, setDialog] = useState<DirectoryDialog | null>(null)
  const isAdmin = useMay('member.admin')
  const isLocal = useMe()?.mode === 'local'
  useOfferActions(
    useMemo(() => {
      const group = settingsTexts.peopleAndGroups
      return [
        {
          id: 'people.add',
          label: settingsTexts.addPerson,
          group,
          icon: UserRound,
          enabled: isAdmin,
          perform: () => setDialog({ kind: 'person', person: null }),
        },
        {
          id: 'groups.add',
          label: settingsTexts.addGroup,
          group,
          enabled: isAdmin,
          perform: () => setDialog({ kind: 'group', group: null }),
        },
      ]
    }, [isAdmin]),
  )
  return (
    <SettingsSection
      id="people"
      title={settingsTexts.peopleAndGroups}
      about={
        <>
          People and groups that tasks can be assigned to: use these ids in{' '}
          <code className="font-mono text-code">assignees</code> and <code className="font-mono text-code">groups</code>
          .{isLocal && ` ${settingsTexts.actAsAnyone}`}
        </>
      }
      aside={
        isAdmin && (
          <>
            <Button onClick={() => setDialog({ kind: 'group', group: null })}>{settingsTexts.addGroup}</Button>
            <Button look="primary" icon={<Plus />} onClick={() => setDialog({ kind: 'person', person: null })}>
              {settingsTexts.addPerson}
            </Button>
          </>
        )
      }
    >
      <Directory isAdmin={isAdmin} onAsk={setDialog} />
      <OpenDirectoryDialog dialog={dialog} onClose={() => setDialog(null)} />
    </SettingsSection>
  )
}

function Directory({ isAdmin, onAsk }: { isAdmin: boolean; onAsk: (dialog: DirectoryDialog) => void }) {
  const me = useMe()
  const directory = useDirectory()
  if (!directory.data) {
    if (directory.error) return <FailureState error={directory.error} onRetry={() => directory.refetch()} isOfList />
    return (
      <SkeletonList label={settingsTexts.loadingList(settingsTexts.peopleAndGroups)} row="h-10" hasTwoLines={false} />
    )
  }
  const { people, groups } = directory.data
  if (people.length + groups.length === 0) {
    return (
      <EmptyState
        icon={<UserRound />}
        title={settingsTexts.noPeopleYetLabel}
        className="w-full max-w-none rounded-m border bg-surface py-9"
      >
        Until you add people, every task is yours. Add a group such as <b>{settingsTexts.credit}</b> and its people:
        each gets an inbox, and you can act as them.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-6">
      {me?.actingAs && <Callout tone="idle">{settingsTexts.youAreActingAsWho(me.actingAs)}</Callout>}
      <PeopleList people={people} groups={groups} isAdmin={isAdmin} onAsk={onAsk} />
      <GroupList groups={groups} isAdmin={isAdmin} onAsk={onAsk} />
    </div>
  )
}

function OpenDirectoryDialog({ dialog, onClose }: { dialog: DirectoryDialog | null; onClose: () => void }) {
  switch (dialog?.kind) {
    case 'person':
      return <PersonDialog person={dialog.person} onClose={onClose} />
    case 'group':
      return <GroupDialog group={dialog.group} onClose={onClose} />
    case 'remove':
      return <RemoveDialog {...dialog} onClose={onClose} />
    default:
      return null
  }
}

/** The dialog that adds a group, or renames one. Membership is edited at the people. */
function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadDirectory()
  const [edited, setEdited] = useState({ id: group?.id ?? '', name: group?.name ?? '' })
  const save = useMutation(api.directory.saveGroup.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  return (
    <EntryDialog
      title={group ? settingsTexts.edit(group.name) : settingsTexts.addGroup}
      description={settingsTexts.everyoneInGroupSeesIts}
      isKnown={group !== null}
      name={edited.name}
      entryId={edited.id}
      onChange={setEdited}
      saving={entrySaving(save)}
      onSubmit={() => save.mutate(edited)}
      onClose={onClose}
    />
  )
}
