'use client'

import { useMutation } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useReloadDirectory } from './entry-saving.ts'
import { settingsTexts } from './texts/settings.ts'

export interface RemoveDialogProps {
  of: 'person' | 'group'
  id: string
  name: string
  onClose(): void
}

const consequences = {
  person: settingsTexts.removesThemFromAllGroups,
  group: settingsTexts.itsPeopleStayOpenTasks,
} as const

export function RemoveDialog({ of, id, name, onClose }: RemoveDialogProps) {
  const api = useApi()
  const reload = useReloadDirectory()
  const settled = { onSuccess: onClose, onSettled: reload }
  const removePerson = useMutation(api.directory.removePerson.mutationOptions(settled))
  const removeGroup = useMutation(api.directory.removeGroup.mutationOptions(settled))
  const remove = of === 'person' ? removePerson : removeGroup
  return (
    <ConfirmDialog
      title={settingsTexts.removeName(name)}
      about={consequences[of]}
      verb={settingsTexts.removeLabel}
      change={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    />
  )
}
