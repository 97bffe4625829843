'use client'

import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskSummary, ManyResult } from '#components/api/models.ts'
import { useApiClient } from '#components/api/trpc.ts'
import type { Json } from '#core/json.ts'
import { failedAfter, inParts, resultWords } from './task-kinds.ts'

export interface TaskResult {
  readonly taskId: string
  readonly result: ManyResult
}

/**
 * Sends one decision for many tasks. A retry after a failure uses the same operation ids, so no task is decided twice.
 */
export function useDecideMany() {
  const client = useApiClient()
  const [results, setResults] = useState<readonly TaskResult[] | null>(null)
  /** The results received before the reported failure. */
  const [begun, setBegun] = useState<readonly TaskResult[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [operations] = useState(() => new Map<string, string>())

  const send = async (tasks: readonly HumanTaskSummary[], input: Json) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const found: TaskResult[] = []
    try {
      for (const [part, members] of inParts(tasks).entries()) {
        const name = `${part} ${JSON.stringify(input)}`
        const operationId = operations.get(name) ?? crypto.randomUUID()
        operations.set(name, operationId)
        const items = members.map(({ taskId, revision }) => ({ taskId, expectedRevision: revision }))
        const answers = await client.inbox.decideMany.mutate({ items, input, operationId })
        found.push(...answers.map((result, index) => ({ taskId: members[index]?.taskId ?? '', result })))
      }
      setBegun([])
      setResults(found)
    } catch (error) {
      setBegun(found)
      setFailure(failedAfter(found.length, tasks.length, apiFailure(error).message))
    } finally {
      setBusy(false)
    }
  }
  const over = (results ?? begun).filter(({ result }) => resultWords(result).isOver)
  return {
    results,
    begun,
    decided: new Set(over.map(({ taskId }) => taskId)),
    failure,
    isBusy,
    send: (tasks: readonly HumanTaskSummary[], input: Json) => void send(tasks, input),
  }
}
