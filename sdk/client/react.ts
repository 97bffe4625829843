/** What React programs import as `heddle/client/react`. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { HeddleClient } from './heddle-client.ts'
import { type Followed, type Progress, RunFollower } from './run-follower.ts'
import type { DomainEvent, Run, RunStatus, SignalBody, VariantOutput } from './types.ts'

export type { Progress } from './run-follower.ts'

export interface UseWorkflowRunOptions {
  readonly client: HeddleClient
  /** Adds the nodes of input and output, and changes of ownership. */
  readonly includeInternal?: boolean
}

export interface WorkflowRun {
  /** The run as read at first, and again at its end; null before. */
  readonly run: Run | null
  /** All events so far, oldest first. */
  readonly events: readonly DomainEvent[]
  readonly status: RunStatus | null
  readonly progress: Progress
  /** The outputs of its variants, in their order. */
  readonly outputs: readonly VariantOutput[]
  /** Why the run cannot be followed, or how it failed (`RunFailedError`). */
  readonly error: Error | null
  /** The run has not ended, as far as known. */
  readonly isLive: boolean
  readonly cancel: (reason?: string) => Promise<void>
  readonly pause: (reason?: string) => Promise<void>
  readonly resume: (reason?: string) => Promise<void>
  readonly signal: (body: SignalBody) => Promise<void>
}

/**
 * A run that is followed while the component is mounted. Renders are bounded: events that arrive together are shown
 * together. Without an id it follows nothing.
 */
export function useWorkflowRun(
  runId: string | null | undefined,
  { client, includeInternal = false }: UseWorkflowRunOptions,
): WorkflowRun {
  const follower = useMemo(
    () => (runId ? new RunFollower(client, runId, includeInternal) : null),
    [client, runId, includeInternal],
  )
  const followed = useSyncExternalStore(
    useCallback((notify) => follower?.subscribe(notify) ?? (() => undefined), [follower]),
    () => follower?.current ?? nothing,
    () => nothing,
  )
  useEffect(() => follower?.open(), [follower])
  const verbs = useMemo(() => {
    const { runs } = client.workflows
    const of = (act: (id: string) => Promise<unknown>) => async () => {
      if (!runId) throw new Error('There is no run to act on.')
      await act(runId)
    }
    const because = (reason: string | undefined) => (reason === undefined ? {} : { reason })
    return {
      cancel: (reason?: string) => of((id) => runs.cancel(id, because(reason)))(),
      pause: (reason?: string) => of((id) => runs.pause(id, because(reason)))(),
      resume: (reason?: string) => of((id) => runs.resume(id, because(reason)))(),
      signal: (body: SignalBody) => of((id) => runs.signal(id, body))(),
    }
  }, [client, runId])
  return { ...followed, ...verbs }
}

const nothing: Followed = {
  run: null,
  events: [],
  status: null,
  progress: { completed: 0, failed: 0, skipped: 0, active: [], latest: null },
  outputs: [],
  error: null,
  isLive: false,
}
