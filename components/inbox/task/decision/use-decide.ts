'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { FieldError } from '#components/ui/schema-form/field-errors.ts'
import type { Json } from '#core/json.ts'
import { noteAnswered } from '../../answered-store.ts'
import { taskTexts } from '../../texts/task.ts'
import { storeAnswerDraft } from './answer-drafts.ts'
import { stillWrong } from './still-wrong.ts'
import { discardKeys } from './type-ahead.ts'

/** The decision came too late: the task is closed, or differs from what was shown. */
export type Late =
  | { readonly kind: 'decided'; readonly by: string | null; readonly at: string | null }
  | { readonly kind: 'changed'; readonly sentence: string }

/** Sends a decision once, however often the button is clicked, and keeps the server's answer. */
export function useDecide(task: HumanTaskDetail, onDecided: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [late, setLate] = useState<Late | null>(null)
  // True from the key press on, not from the visible start of the request: the next key may come in between.
  const [isSending, setSending] = useState(false)
  // Another answer, or an answer to another revision, needs another operation id.
  const [sent, setSent] = useState<{ key: string; operationId: string; input: Json }>({
    key: '',
    operationId: '',
    input: null,
  })
  const decide = useMutation(
    api.inbox.decide.mutationOptions({
      onSuccess: (result) => {
        setErrors(result.outcome === 'invalid' ? result.errors : [])
        if (!isTaken(result)) discardKeys()
        switch (result.outcome) {
          case 'decided':
          case 'approved':
          case 'accepted':
            storeAnswerDraft(task.taskId, undefined)
            noteAnswered(task)
            showToast({ ...saidOf(result), detail: task.title })
            onDecided()
            break
          case 'already_decided':
            setLate({ kind: 'decided', by: result.by, at: result.at })
            break
          case 'changed':
            setLate({ kind: 'changed', sentence: result.sentence })
        }
      },
      onError: (error) => {
        discardKeys()
        const failure = apiFailure(error)
        setErrors(failure.errors.length > 0 ? failure.errors : [{ path: '', message: failure.message }])
      },
      onSettled: () => {
        setSending(false)
        return queryClient.invalidateQueries(api.inbox.pathFilter())
      },
    }),
  )
  return {
    /** The errors of the sent input, as far as they apply to this value. */
    errorsOf: (value: Json) => stillWrong(errors, sent.input, value),
    late,
    forgetLate: () => setLate(null),
    isBusy: isSending || decide.isPending,
    send: (input: Json, reason = '') => {
      if (isSending || decide.isPending) return
      setSending(true)
      const key = JSON.stringify([task.revision, input, reason])
      const operationId = sent.key === key ? sent.operationId : crypto.randomUUID()
      setSent({ key, operationId, input })
      const why = reason === '' ? {} : { reason }
      decide.mutate({ taskId: task.taskId, expectedRevision: task.revision, operationId, input, ...why })
    },
  }
}

type Taken =
  | { readonly outcome: 'decided' | 'accepted' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly required: number }

const isTaken = ({ outcome }: { readonly outcome: string }) =>
  outcome === 'decided' || outcome === 'approved' || outcome === 'accepted'

function saidOf(result: Taken) {
  switch (result.outcome) {
    case 'decided':
      return { tone: 'done', title: taskTexts.decided } as const
    case 'approved':
      return { tone: 'done', title: taskTexts.approvedOf(result.approvals, result.required) } as const
    case 'accepted':
      return { tone: 'async', title: taskTexts.acceptedWaitingForRun } as const
  }
}
