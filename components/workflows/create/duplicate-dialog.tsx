'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { workflowPath } from '#components/shell/paths.ts'
import { workflowIdFor } from '#core/definition/id-of-title.ts'
import { workflowTitleBeside } from '#core/definition/title.ts'
import { workflowsTexts } from '../texts/workflows.ts'
import { NameField } from './name-field.tsx'

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
  const isBusy = duplicate.isPending || duplicate.isSuccess
  return (
    <FormDialog
      title={workflowsTexts.duplicate(name)}
      verb={workflowsTexts.duplicateLabel}
      canSubmit={!isBusy && newName.trim() !== ''}
      onSubmit={() => duplicate.mutate({ name, ...namedAs(newName) })}
      onClose={onClose}
    >
      <NameField
        name={newName}
        onName={setNewName}
        error={duplicate.error ? apiFailure(duplicate.error).message : undefined}
      />
    </FormDialog>
  )
}

/** The id of the copy, and a title where the id does not say the same. */
function namedAs(typed: string): { newName: string; title?: string } {
  const newName = workflowIdFor(typed)
  const title = workflowTitleBeside(newName, typed)
  return { newName, ...(title === undefined ? {} : { title }) }
}
