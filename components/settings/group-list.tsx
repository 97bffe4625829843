'use client'

import { Pencil, Trash2 } from 'lucide-react'
import type { Group } from '#components/api/models.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { DirectoryDialog } from './directory-dialog.ts'
import { EntryList, EntryRow } from './entry-list.tsx'
import { settingsTexts } from './texts/settings.ts'

export interface GroupListProps {
  groups: readonly Group[]
  isAdmin: boolean
  onAsk(dialog: DirectoryDialog): void
}

export function GroupList({ groups, isAdmin, onAsk }: GroupListProps) {
  return (
    <EntryList title={settingsTexts.groups} count={groups.length} nothing={settingsTexts.noGroupsYet}>
      {groups.map((group) => (
        <EntryRow
          key={group.id}
          id={group.id}
          name={isolateText(group.name)}
          about={<span className="text-small text-muted">{membersInWords(group.members)}</span>}
        >
          {isAdmin && (
            <>
              <IconButton
                label={settingsTexts.edit(isolateText(group.name))}
                size="small"
                onClick={() => onAsk({ kind: 'group', group })}
              >
                <Pencil />
              </IconButton>
              <IconButton
                label={settingsTexts.remove(isolateText(group.name))}
                size="small"
                onClick={() => onAsk({ kind: 'remove', of: 'group', id: group.id, name: group.name })}
              >
                <Trash2 />
              </IconButton>
            </>
          )}
        </EntryRow>
      ))}
    </EntryList>
  )
}

function membersInWords(members: number): string {
  if (members === 0) return settingsTexts.noPeople
  return members === 1 ? settingsTexts.onePerson : settingsTexts.people(members)
}
