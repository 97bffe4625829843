'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { formatInstant } from '#components/ui/text/format-time.ts'
import { taskActionsTexts } from '../../texts/task-actions.ts'

type Result =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'already_decided'; readonly by: string | null }
  | { readonly outcome: 'changed'; readonly sentence: string }

/** The error of a change; null after a success. */
function trouble(result: Result): string | null {
  switch (result.outcome) {
    case 'done':
      return null
    case 'changed':
      return taskActionsTexts.checkTaskAgain(result.sentence)
    case 'already_decided':
      return result.by === null
        ? taskActionsTexts.taskWasClosedInMeantime
        : taskActionsTexts.decidedTaskInMeantime(result.by)
  }
}

/** All changes of a task's holder, follow-up time and comments. */
export function useTaskChanges({ taskId, revision }: Pick<HumanTaskDetail, 'taskId' | 'revision'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const handling = {
    onSuccess: (result: Result) => setFailure(trouble(result)),
    onError: (error: unknown) => setFailure(apiFailure(error).message),
    onSettled: () => queryClient.invalidateQueries(api.inbox.pathFilter()),
  }
  const claim = useMutation(api.inbox.claim.mutationOptions(handling))
  const release = useMutation(api.inbox.release.mutationOptions(handling))
  const assign = useMutation(api.inbox.assign.mutationOptions(handling))
  const delegate = useMutation(api.inbox.delegate.mutationOptions(handling))
  const setFollowUp = useMutation(api.inbox.setFollowUp.mutationOptions(handling))
  const comment = useMutation(api.inbox.comment.mutationOptions(handling))
  const write = () => ({ taskId, expectedRevision: revision, operationId: crypto.randomUUID() })
  const feedback = (title: string) => ({
    onSuccess: (result: Result) => {
      if (result.outcome === 'done') showToast({ tone: 'done', title })
    },
  })
  return {
    failure,
    isBusy: [claim, release, assign, delegate, setFollowUp, comment].some(({ isPending }) => isPending),
    claim: () => claim.mutate(write()),
    release: () => release.mutate(write()),
    handOver: (kind: 'assign' | 'delegate', to: string, name: string, note: string) => {
      const request = { ...write(), to, ...(note.trim() === '' ? {} : { note: note.trim() }) }
      if (kind === 'assign') assign.mutate(request, feedback(taskActionsTexts.assignedTo(name)))
      else delegate.mutate(request, feedback(taskActionsTexts.delegatedTo(name)))
    },
    setFollowUp: (until: string | null, onPutOff: () => void) => {
      const now = Date.now()
      const back = until === null ? Number.NaN : Date.parse(until)
      const isLater = back > now
      const { onSuccess } = feedback(
        isLater ? taskActionsTexts.snoozedUntil(formatInstant(back, now).slice(0, -3)) : taskActionsTexts.backInList,
      )
      setFollowUp.mutate(
        { ...write(), until },
        {
          onSuccess: (result) => {
            onSuccess(result)
            if (isLater && result.outcome === 'done') onPutOff()
          },
        },
      )
    },
    comment: (text: string, onSaid: () => void) =>
      comment.mutate(
        { taskId, operationId: crypto.randomUUID(), text },
        { onSuccess: ({ outcome }) => outcome === 'done' && onSaid() },
      ),
  }
}

export type TaskChanges = ReturnType<typeof useTaskChanges>
