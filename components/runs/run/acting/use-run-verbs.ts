'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import type { VerbResult } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/toast-store.ts'
import type { Json, JsonObject } from '#core/json.ts'

/** The verbs of one run. Each carries an operation id, so that a click that is sent twice acts once. */
export function useRunVerbs(runId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const told = (done: string) => ({
    onSuccess: (result: VerbResult) =>
      showToast(
        result.outcome === 'done'
          ? { tone: 'done', title: done }
          : { tone: 'async', title: 'Accepted', detail: 'The run answers as soon as its engine is back.' },
      ),
    onError: (error: unknown) => {
      const { code, message } = apiFailure(error)
      const isRefusal = code !== 'UNREACHABLE' && code !== 'UNAVAILABLE'
      showToast({ tone: 'failed', title: isRefusal ? 'Refused' : 'Not done', detail: message })
    },
    onSettled: () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId })),
  })
  const cancel = useMutation(api.runs.cancel.mutationOptions(told('Cancelled')))
  const resume = useMutation(api.runs.resume.mutationOptions(told('Resumed')))
  const pause = useMutation(api.runs.pause.mutationOptions(told('Paused')))
  const nextStep = useMutation(api.runs.nextStep.mutationOptions(told('Stepped')))
  const acknowledge = useMutation(api.runs.acknowledge.mutationOptions(told('Acknowledged')))
  const signal = useMutation(api.runs.signal.mutationOptions(told('Signal sent')))
  const rollback = useMutation(api.runs.rollback.mutationOptions(told('Rolling back')))
  const once = (reason = '') => ({ runId, operationId: crypto.randomUUID(), ...(reason !== '' && { reason }) })
  return {
    runId,
    isBusy: [cancel, resume, pause, nextStep, acknowledge, signal, rollback].some((verb) => verb.isPending),
    /** `compensate`: what its steps did is undone first. */
    cancel: (reason: string, compensate: boolean) =>
      cancel.mutate({ ...once(reason), ...(compensate && { compensate }) }),
    resume: (reason: string) => resume.mutate(once(reason)),
    pause: (reason: string) => pause.mutate(once(reason)),
    nextStep: (reason: string, userInput?: JsonObject) =>
      nextStep.mutate({ ...once(reason), ...(userInput === undefined ? {} : { userInput }) }),
    signal: (name: string, payload: Json, reason?: string) => signal.mutate({ ...once(reason), name, payload }),
    rollback: (reason: string) => rollback.mutate(once(reason)),
    acknowledge: (reason: string) => acknowledge.mutate(once(reason)),
  }
}

export type RunVerbs = ReturnType<typeof useRunVerbs>
