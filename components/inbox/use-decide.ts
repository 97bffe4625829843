'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import type { FieldError } from '#components/ui/schema-form/field-errors.ts'
import { showToast } from '#components/ui/toast-store.ts'
import type { Json } from '#core/json.ts'

export interface AlreadyDecided {
  readonly by: string | null
  readonly at: string | null
}

/** The task as far as deciding goes: `revision` is the one that was read. */
interface OpenTask {
  readonly taskId: string
  readonly revision: number
  readonly title: string
}

function titleOf(result: { readonly outcome: string } | Approved): string {
  if ('required' in result) return `Approved: ${result.approvals} of ${result.required}`
  return result.outcome === 'decided' ? 'Decided' : 'Accepted, on its way to the run'
}

interface Approved {
  readonly approvals: number
  readonly required: number
}

/** Sends a decision once, whatever is clicked how often, and keeps what the server answered. */
export function useDecide(task: OpenTask, onDecided: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [alreadyDecided, setAlreadyDecided] = useState<AlreadyDecided | null>(null)
  const [operationId] = useState(() => crypto.randomUUID())
  const decide = useMutation(
    api.inbox.decide.mutationOptions({
      onSuccess: (result) => {
        switch (result.outcome) {
          case 'decided':
          case 'approved':
          case 'accepted':
            setErrors([])
            showToast({
              tone: result.outcome === 'accepted' ? 'async' : 'done',
              title: titleOf(result),
              detail: task.title,
            })
            onDecided()
            break
          case 'already_decided':
            setAlreadyDecided({ by: result.by, at: result.at })
            break
          case 'changed':
            setErrors([{ path: '', message: `${result.sentence} Look at the task again.` }])
            break
          case 'invalid':
            setErrors(result.errors)
        }
      },
      onError: (error) => {
        const failure = apiFailure(error)
        setErrors(failure.errors.length > 0 ? failure.errors : [{ path: '', message: failure.message }])
      },
      onSettled: () => queryClient.invalidateQueries(api.inbox.pathFilter()),
    }),
  )
  return {
    errors,
    alreadyDecided,
    isBusy: decide.isPending,
    send: (input: Json) => {
      if (!decide.isPending) decide.mutate({ taskId: task.taskId, expectedRevision: task.revision, operationId, input })
    },
  }
}
