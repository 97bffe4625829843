'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VerbResult } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Json, JsonObject } from '#core/json.ts'

/** The common part of every request. */
export interface Asked {
  /** The idempotency key: equal for every retry of a request, which acts once. */
  readonly operationId: string
  readonly reason: string
}

/**
 * The actions on one run. Each shows a message after a success, and rejects with the server's answer after a refusal.
 */
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
    onSettled: () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId })),
  })
  const cancel = useMutation(api.runs.cancel.mutationOptions(told('Cancelled')))
  const resume = useMutation(api.runs.resume.mutationOptions(told('Resumed')))
  const pause = useMutation(api.runs.pause.mutationOptions(told('Paused')))
  const nextStep = useMutation(api.runs.nextStep.mutationOptions(told('Stepped')))
  const acknowledge = useMutation(api.runs.acknowledge.mutationOptions(told('Acknowledged')))
  const signal = useMutation(api.runs.signal.mutationOptions(told('Signal sent')))
  const rollback = useMutation(api.runs.rollback.mutationOptions(told('Rolling back')))
  const of = ({ operationId, reason }: Asked) => ({
    runId,
    operationId,
    ...(reason.trim() && { reason: reason.trim() }),
  })
  return {
    isBusy: [cancel, resume, pause, nextStep, acknowledge, signal, rollback].some((verb) => verb.isPending),
    /** `compensate`: the effects of its steps are undone first. */
    cancel: (asked: Asked, compensate: boolean) =>
      cancel.mutateAsync({ ...of(asked), ...(compensate && { compensate }) }),
    /** Ends also a run that is rolling back: it ends in its present state. */
    end: (asked: Asked) => cancel.mutateAsync({ ...of(asked), force: true }),
    resume: (asked: Asked) => resume.mutateAsync(of(asked)),
    pause: (asked: Asked) => pause.mutateAsync(of(asked)),
    nextStep: (asked: Asked, userInput?: JsonObject) =>
      nextStep.mutateAsync({ ...of(asked), ...(userInput === undefined ? {} : { userInput }) }),
    signal: (asked: Asked, name: string, payload: Json) => signal.mutateAsync({ ...of(asked), name, payload }),
    rollback: (asked: Asked) => rollback.mutateAsync(of(asked)),
    acknowledge: (asked: Asked) => acknowledge.mutateAsync(of(asked)),
  }
}

export type RunVerbs = ReturnType<typeof useRunVerbs>
