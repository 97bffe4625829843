'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Group } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { entrySaving, useReloadDirectory } from './entry-saving.ts'

/** The dialog that adds a group, or renames one. Membership is edited at the people. */
export function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const api = useApi()
  const reload = useReloadDirectory()
  const [edited, setEdited] = useState({ id: group?.id ?? '', name: group?.name ?? '' })
  const save = useMutation(api.directory.saveGroup.mutationOptions({ onSuccess: onClose, onSettled: reload }))
  return (
    <EntryDialog
      title={group ? `Change ${group.name}` : 'Add a group'}
      description="Its tasks are offered to everybody in it, and one of them decides."
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
