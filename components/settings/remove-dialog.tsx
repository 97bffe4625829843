'use client'

import { useMutation } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { useReloadDirectory } from './entry-saving.ts'

export interface RemoveDialogProps {
  of: 'person' | 'group'
  id: string
  name: string
  onClose(): void
}

const consequences = {
  person: 'Removes them from all groups. Their decisions and comments stay, and open tasks stay open.',
  group: 'Its people stay. Open tasks for this group stay open; a manager can reassign them.',
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
      title={`Remove ${name}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate({ id })}>
            Remove
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
