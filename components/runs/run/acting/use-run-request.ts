'use client'

import { useMutation } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useOperationId } from './use-operation-id.ts'

/**
 * Sends a request about a run, and closes the dialog after a success. After a failure the typed values and the error
 * stay, for another try. `request` is the request as text: retries of an equal request share one operation id, and act
 * once.
 */
export function useRunRequest(request: string, onDone: () => void) {
  const operationId = useOperationId(request)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (ask: (operationId: string) => Promise<unknown>) => ask(operationId),
    onSuccess: onDone,
  })
  return { ask: mutate, isPending, failure: error && apiFailure(error).message }
}
