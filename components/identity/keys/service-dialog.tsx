'use client'

import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Service } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { EntryDialog } from '#components/settings/entry-dialog.tsx'
import { entrySaving } from '#components/settings/entry-saving.ts'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { keyTexts } from '../texts/keys.ts'
import { roleLabel } from '../texts/members.ts'
import { useReloadKeys } from './use-keys.ts'

const roles: Service['roles'] = ['viewer', 'operator', 'approver', 'designer', 'manager', 'admin']

/** The dialog that adds a service, or changes its name and roles. */
export function ServiceDialog({ service, onClose }: { service: Service | null; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadKeys()
  const [edited, setEdited] = useState({
    id: service?.id ?? '',
    name: service?.name ?? '',
    roles: service?.roles ?? [],
  })
  const settled = { onSuccess: onClose, onSettled: reload }
  const create = useMutation(api.services.create.mutationOptions(settled))
  const change = useMutation(api.services.change.mutationOptions(settled))
  const save = service ? change : create
  return (
    <EntryDialog
      title={service ? keyTexts.edit(service.name) : keyTexts.addService}
      description={keyTexts.serviceAbout}
      isKnown={service !== null}
      name={edited.name}
      entryId={edited.id}
      onChange={(next) => setEdited((current) => ({ ...current, ...next }))}
      saving={entrySaving(save)}
      onSubmit={() => save.mutate({ ...edited, roles: [...edited.roles] })}
      onClose={onClose}
    >
      <RoleTicks value={edited.roles} onChange={(next) => setEdited((current) => ({ ...current, roles: next }))} />
    </EntryDialog>
  )
}

function RoleTicks({ value, onChange }: { value: Service['roles']; onChange: (roles: Service['roles']) => void }) {
  const id = useId()
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1.5 text-label text-muted">{keyTexts.roles}</legend>
      {roles.map((role) => (
        <div key={role} className="flex items-center gap-2">
          <Checkbox
            id={`${id}-${role}`}
            checked={value.includes(role)}
            onCheckedChange={(next) =>
              onChange(next === true ? [...value, role] : value.filter((other) => other !== role))
            }
          />
          <label htmlFor={`${id}-${role}`}>{roleLabel(role)}</label>
        </div>
      ))}
    </fieldset>
  )
}
