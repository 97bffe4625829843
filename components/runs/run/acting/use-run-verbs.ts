'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VerbResult } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/toast-store.ts'
import type { Json, JsonObject } from '#core/json.ts'

/** What every request says of itself. */
export interface Asked {
  /** The same for every try of one request, which acts once. */
  readonly operationId: string
  readonly reason: string
}

/** The verbs of one run; each says so when it is done, and rejects with the answer when it is refused. */
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
    /** `compensate`: what its steps did is undone first. */
    cancel: (asked: Asked, compensate: boolean) =>
      cancel.mutateAsync({ ...of(asked), ...(compensate && { compensate }) }),
    /** Also a run that rolls back: it ends as it stands. */
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
