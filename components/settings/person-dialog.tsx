'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useDirectory } from '#components/people/use-people.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { MAIL_ADDRESS_CHARACTERS } from '#core/people/mail-address.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { entrySaving, useReloadDirectory } from './entry-saving.ts'
import { settingsTexts } from './texts/settings.ts'
import { Tick } from './tick.tsx'

const emptyPerson: Person = { id: '', name: '', manager: false, groups: [] }

/** The dialog that adds or edits a person. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadDirectory()
  const groups = useDirectory().data?.groups ?? []
  const [edited, setEdited] = useState<Person>(person ?? emptyPerson)
  const save = useMutation(api.directory.savePerson.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  const saving = entrySaving(save)
  const set = (change: Partial<Person>) => setEdited((current) => ({ ...current, ...change }))
  return (
    <EntryDialog
      title={person ? settingsTexts.edit(person.name) : settingsTexts.addPerson}
      description={settingsTexts.personWhomTasksCanBe}
      isKnown={person !== null}
      name={edited.name}
      entryId={edited.id}
      onChange={set}
      saving={saving}
      onSubmit={() => save.mutate({ ...edited, groups: [...edited.groups], email: edited.email?.trim() || null })}
      onClose={onClose}
    >
      <Field label={settingsTexts.mailAddress} note={settingsTexts.forMailAboutTasks} error={saving.errorAt('email')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            value={edited.email ?? ''}
            autoComplete="off"
            maxLength={MAIL_ADDRESS_CHARACTERS}
            onChange={(event) => set({ email: event.target.value })}
          />
        )}
      </Field>
      {groups.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-label text-muted">{settingsTexts.groups}</legend>
          {groups.map(({ id, name }) => (
            <Tick
              key={id}
              label={name}
              checked={edited.groups.includes(id)}
              onChange={(checked) =>
                set({ groups: checked ? [...edited.groups, id] : edited.groups.filter((other) => other !== id) })
              }
            />
          ))}
        </fieldset>
      )}
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-label text-muted">{settingsTexts.role}</legend>
        <Tick
          label={settingsTexts.manager}
          about={settingsTexts.seesEveryTaskAndCan}
          checked={edited.manager}
          onChange={(manager) => set({ manager })}
        />
      </fieldset>
    </EntryDialog>
  )
}
