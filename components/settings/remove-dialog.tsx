'use client'

import { useMutation } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={settingsTexts.removeName(name)}
      footer={
        <>
          <Button onClick={onClose}>{settingsTexts.cancel}</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate({ id })}>
            {settingsTexts.removeLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-3">
        {remove.isError && (
          <Callout tone="failed" alert>
            {apiFailure(remove.error).message}
          </Callout>
        )}
        <p>{consequences[of]}</p>
      </div>
    </Dialog>
  )
}
