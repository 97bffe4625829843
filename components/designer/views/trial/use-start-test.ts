'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { startErrors } from '#components/runs/start/start-errors.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { JsonObject } from '#core/json.ts'
import { useSession } from '../../model/session-context.tsx'

/** Starts a test run of the current draft, closes the dialog that requested the test, and follows the run. */
export function useStartTest() {
  const { name, document, problems, trial } = useSession()
  const api = useApi()
  const queryClient = useQueryClient()
  const [sent, setSent] = useState({ request: '', operationId: '' })
  const start = useMutation(
    api.runs.test.mutationOptions({
      onSuccess: ({ runId }) => {
        trial.ask(null)
        trial.follow(runId)
        void queryClient.invalidateQueries(api.runs.list.pathFilter())
      },
    }),
  )
  return {
    isBusy: start.isPending || start.isSuccess,
    errors: start.error ? startErrors(apiFailure(start.error)) : [],
    start(plan: TestPlan, input: JsonObject) {
      problems.settle()
      const asked = { workflow: name, text: document.store.getState().text, plan, input }
      const request = JSON.stringify(asked)
      // The operation id is the same for every try of a request: a lost answer does not start a second run.
      const operationId = sent.request === request ? sent.operationId : crypto.randomUUID()
      setSent({ request, operationId })
      start.mutate({ ...asked, operationId })
    },
  }
}
