'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { workflowPath } from '#components/shell/paths.ts'
import { NameDialog } from './name-dialog.tsx'

/** A copy of a workflow's draft under another name. */
export function DuplicateDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [newName, setNewName] = useState(`${name}-copy`)
  const duplicate = useMutation(
    api.workflows.duplicate.mutationOptions({
      onSuccess: (made) => router.push(workflowPath(made.name)),
      onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
    }),
  )
  return (
    <NameDialog
      title={`Duplicate ${name}`}
      verb="Duplicate"
      name={newName}
      onName={setNewName}
      error={duplicate.error ? apiFailure(duplicate.error).message : undefined}
      isBusy={duplicate.isPending || duplicate.isSuccess}
      onClose={onClose}
      onSubmit={() => duplicate.mutate({ name, newName })}
    />
  )
}
