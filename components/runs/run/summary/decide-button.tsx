'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'

/**
 * Opens the task that a run waits for. People who may not decide the task see whom it waits for, and why they may not.
 */
export function DecideButton({ taskId, onOpen }: { taskId: string; onOpen(): void }) {
  const api = useApi()
  const { data } = useQuery(api.inbox.get.queryOptions({ taskId }))
  const isForOthers = data?.status === 'open' && !data.allowedActions.includes('decide')
  return isForOthers ? (
    <Button onClick={onOpen}>Look at the task</Button>
  ) : (
    <Button look="primary" onClick={onOpen}>
      Decide now
    </Button>
  )
}
