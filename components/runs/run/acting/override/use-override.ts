'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'

/** The mutations that override a step; each shows a message after a success. */
export function useOverride(runId: string, done: string, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const told = {
    onSuccess: ({ outcome }: { outcome: 'done' | 'accepted' }) => {
      showToast(outcome === 'done' ? { tone: 'done', title: done } : { tone: 'async', title: 'Accepted' })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId })),
  }
  return {
    skip: useMutation(api.runs.skip.mutationOptions(told)),
    markDone: useMutation(api.runs.markDone.mutationOptions(told)),
    jump: useMutation(api.runs.jump.mutationOptions(told)),
  }
}
