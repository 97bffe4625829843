'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Building2, Ellipsis } from 'lucide-react'
import type { Owner } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { EntryList, EntryRow } from '#components/settings/entry-list.tsx'
import { ListSection } from '#components/settings/list-section.tsx'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { useReloadMembers } from '../members/use-members.ts'
import { memberTexts } from '../texts/members.ts'
import { type OwnerAsk, OwnerDialog } from './owner-dialogs.tsx'

/** Settings → Owners: the tenants, for administrators of the installation. */
export function OwnersPage() {
  const api = useApi()
  const owners = useQuery(api.owners.list.queryOptions())
  return (
    <ListSection<Owner, OwnerAsk>
      id="owners"
      title={memberTexts.owners}
      about={memberTexts.ownersAbout}
      add={{ label: memberTexts.addOwner, task: { kind: 'add' } }}
      textsOf={({ name, id }) => [name, id]}
      query={owners}
      icon={<Building2 />}
      nothing={memberTexts.noOwnersYet}
      dialog={(asked, ask) => <OwnerDialog ask={asked} onClose={() => ask(null)} />}
    >
      {(items, ask) => <OwnerList owners={items} onAsk={ask} />}
    </ListSection>
  )
}

function OwnerList({ owners, onAsk }: { owners: readonly Owner[]; onAsk: (ask: OwnerAsk) => void }) {
  const api = useApi()
  const reload = useReloadMembers()
  const resume = useMutation(api.owners.resume.mutationOptions({ onSettled: reload }))
  return (
    <EntryList title={memberTexts.owners} count={owners.length} nothing="">
      {owners.map((owner) => (
        <EntryRow
          key={owner.id}
          id={owner.id}
          name={isolateText(owner.name)}
          about={
            <>
              {owner.status === 'suspended' && <Chip tone="failed">{memberTexts.suspended}</Chip>}
              <Chip>{memberTexts.memberCount(owner.members)}</Chip>
              <Chip>
                {memberTexts.region} {isolateText(owner.region)}
              </Chip>
            </>
          }
        >
          <Button
            size="small"
            disabled={owner.status === 'suspended'}
            aria-label={memberTexts.enterTitle(isolateText(owner.name))}
            onClick={() => onAsk({ kind: 'enter', owner })}
          >
            {memberTexts.enter}
          </Button>
          <Menu
            items={[
              { id: 'rename', label: memberTexts.rename, onSelect: () => onAsk({ kind: 'rename', owner }) },
              owner.status === 'suspended'
                ? { id: 'resume', label: memberTexts.resume, onSelect: () => resume.mutate({ id: owner.id }) }
                : {
                    id: 'suspend',
                    label: memberTexts.suspend,
                    danger: true,
                    separated: true,
                    onSelect: () => onAsk({ kind: 'suspend', owner }),
                  },
            ]}
          >
            <IconButton size="small" label={memberTexts.actionsFor(isolateText(owner.name))}>
              <Ellipsis />
            </IconButton>
          </Menu>
        </EntryRow>
      ))}
    </EntryList>
  )
}
