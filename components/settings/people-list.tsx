'use client'

import { Pencil, Trash2, UserRoundCheck } from 'lucide-react'
import type { Group, Person } from '#components/api/models.ts'
import { useActAs, useMe } from '#components/people/use-people.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { DirectoryDialog } from './directory-dialog.ts'
import { EntryList, EntryRow } from './entry-list.tsx'
import { settingsTexts } from './texts/settings.ts'

export interface PeopleListProps {
  people: readonly Person[]
  groups: readonly Group[]
  isAdmin: boolean
  onAsk(dialog: DirectoryDialog): void
}

export function PeopleList({ people, groups, isAdmin, onAsk }: PeopleListProps) {
  const me = useMe()
  const actAs = useActAs()
  const nameOf = (groupId: string) => groups.find(({ id }) => id === groupId)?.name ?? groupId
  return (
    <EntryList title={settingsTexts.peopleLabel} count={people.length} nothing={settingsTexts.noPeopleYet}>
      {people.map((person) => (
        <EntryRow
          key={person.id}
          id={person.id}
          name={isolateText(person.name)}
          about={
            <>
              {person.manager && <Chip tone="child">{settingsTexts.manager}</Chip>}
              {person.groups.map((group) => (
                <Chip key={group}>{isolateText(nameOf(group))}</Chip>
              ))}
            </>
          }
        >
          {me?.mode === 'local' && (
            <Button
              size="small"
              icon={<UserRoundCheck />}
              disabled={me.id === person.id}
              aria-label={settingsTexts.actAs(isolateText(person.name))}
              onClick={() => actAs(person.id)}
            >
              {settingsTexts.actAsLabel}
            </Button>
          )}
          {isAdmin && (
            <>
              <IconButton
                label={settingsTexts.edit(isolateText(person.name))}
                size="small"
                onClick={() => onAsk({ kind: 'person', person })}
              >
                <Pencil />
              </IconButton>
              <IconButton
                label={settingsTexts.remove(isolateText(person.name))}
                size="small"
                onClick={() => onAsk({ kind: 'remove', of: 'person', id: person.id, name: person.name })}
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
