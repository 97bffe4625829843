'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VerbResult } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { runActingTexts } from '../../texts/run-acting.ts'
import { runCodeTexts } from '../../texts/run-code.ts'

/** The common part of every request. */
export interface VerbRequest {
  /** The idempotency key: equal for every retry of a request, which acts once. */
  readonly operationId: string
  readonly reason: string
}

/** A step whose effect an operator has undone by hand, and how. */
export interface ResolvedStep {
  readonly step: string
  readonly note: string
}

/**
 * The actions on one run. Each shows a message after a success, and rejects with the server's answer after a refusal.
 */
export function useRunVerbs(runId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const feedback = (done: string) => ({
    onSuccess: (result: VerbResult) =>
      showToast(
        result.outcome === 'done'
          ? { tone: 'done', title: done }
          : { tone: 'async', title: runActingTexts.accepted, detail: runActingTexts.runRespondsOnceItsEngine },
      ),
    onSettled: () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId })),
  })
  const cancel = useMutation(api.runs.cancel.mutationOptions(feedback('Cancelled')))
  const resume = useMutation(api.runs.resume.mutationOptions(feedback('Resumed')))
  const pause = useMutation(api.runs.pause.mutationOptions(feedback('Paused')))
  const nextStep = useMutation(api.runs.nextStep.mutationOptions(feedback('Stepped')))
  const acknowledge = useMutation(api.runs.acknowledge.mutationOptions(feedback('Acknowledged')))
  const signal = useMutation(api.runs.signal.mutationOptions(feedback(runActingTexts.signalSent)))
  const update = useMutation(
    api.runs.update.mutationOptions({
      onSuccess: ({ status }, { name }) =>
        showToast(
          status === 'completed'
            ? { tone: 'done', title: runCodeTexts.updateSent(name) }
            : { tone: 'async', title: runCodeTexts.updateAccepted(name), detail: runCodeTexts.updateWaits },
        ),
    }),
  )
  const rollback = useMutation(api.runs.rollback.mutationOptions(feedback(runActingTexts.rollingBack)))
  const of = ({ operationId, reason }: VerbRequest) => ({
    runId,
    operationId,
    ...(reason.trim() && { reason: reason.trim() }),
  })
  return {
    isBusy: [cancel, resume, pause, nextStep, acknowledge, signal, rollback].some((verb) => verb.isPending),
    /** `compensate`: the effects of its steps are undone first. */
    cancel: (request: VerbRequest, compensate: boolean) =>
      cancel.mutateAsync({ ...of(request), ...(compensate && { compensate }) }),
    /** Ends also a run that is rolling back: it ends in its present state. */
    end: (request: VerbRequest) => cancel.mutateAsync({ ...of(request), force: true }),
    resume: (request: VerbRequest) => resume.mutateAsync(of(request)),
    pause: (request: VerbRequest) => pause.mutateAsync(of(request)),
    nextStep: (request: VerbRequest, userInput?: JsonObject) =>
      nextStep.mutateAsync({ ...of(request), ...(userInput === undefined ? {} : { userInput }) }),
    signal: (request: VerbRequest, name: string, payload: Json) =>
      signal.mutateAsync({ ...of(request), name, payload }),
    /** Sends an update to the code; the same id happens once. */
    update: (updateId: string, name: string, args: readonly Json[]) =>
      update.mutateAsync({ runId, updateId, name, args: [...args] }),
    /** `resolved`: steps of a run with an envelope whose effects were undone by hand. */
    rollback: (request: VerbRequest, resolved: readonly ResolvedStep[] = []) =>
      rollback.mutateAsync({ ...of(request), ...(resolved.length > 0 && { resolved: [...resolved] }) }),
    acknowledge: (request: VerbRequest) => acknowledge.mutateAsync(of(request)),
  }
}

export type RunVerbs = ReturnType<typeof useRunVerbs>
