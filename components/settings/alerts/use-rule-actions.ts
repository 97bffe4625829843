'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { alertsTexts } from './texts/alerts.ts'

/** What can be done with a rule and its messages without a dialog. */
export function useRuleActions() {
  const api = useApi()
  const queryClient = useQueryClient()
  const saying = (title: string) => ({
    onSuccess: () => showToast({ tone: 'done', title }),
    onError: (error: unknown) => showToast({ tone: 'failed', title: apiFailure(error).message }),
    onSettled: () => queryClient.invalidateQueries(api.alerts.pathFilter()),
  })
  return {
    test: useMutation(api.alerts.test.mutationOptions(saying(alertsTexts.testUnderWay))),
    resend: useMutation(api.alerts.resend.mutationOptions(saying(alertsTexts.underWayAgain))),
  }
}
