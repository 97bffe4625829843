'use client'

import { useMutation } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useOperationId } from './use-operation-id.ts'

/**
 * Asks something of a run, and closes once it is done: until then what was typed is there, with what came in the way, for
 * another try. `request` is what is asked, as text: tries of the same have one operation id, and act once.
 */
export function useAsking(request: string, onDone: () => void) {
  const operationId = useOperationId(request)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (ask: (operationId: string) => Promise<unknown>) => ask(operationId),
    onSuccess: onDone,
  })
  return { ask: mutate, isPending, failure: error && apiFailure(error).message }
}
