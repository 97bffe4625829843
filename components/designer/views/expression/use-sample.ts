'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useDocument, useSession, useTrial } from '../../model/session-context.tsx'
import { type Sample, sampleOfInput, sampleOfRun } from '../../model/trial/sample.ts'
import { sampleInStep } from '../../model/trial/sample-in-step.ts'
import { withPinned } from '../../model/trial/with-pinned.ts'

/** Values to try the expressions of a step with: those on the canvas, the last run's, else made up from the input's schema. */
export function useSample(step: string | null): Sample | null {
  const { name } = useSession()
  const api = useApi()
  const definition = useDocument((document) => document.definition)
  const runs = useQuery(api.runs.list.queryOptions({ workflow: name, limit: 1 }, { staleTime: 10_000 }))
  // The run on the canvas, unless it ran one step alone: that run only has the values it was given.
  const shownId = useTrial(({ shown }) => (shown === null || shown.plan?.mode === 'step' ? undefined : shown.runId))
  const pins = useTrial((state) => state.pins)
  const runId = shownId ?? runs.data?.items[0]?.runId
  const run = useQuery(
    api.runs.get.queryOptions({ runId: runId ?? '' }, { enabled: runId !== undefined, staleTime: 10_000 }),
  )
  const sample = useMemo(() => {
    if (run.data !== undefined) return sampleOfRun(run.data, step)
    return runs.isPending || runId !== undefined ? null : sampleOfInput(name, definition?.input_schema)
  }, [run.data, runs.isPending, runId, name, step, definition?.input_schema])
  return useMemo(() => {
    if (sample === null || definition === null) return sample
    const found = withPinned(sample, definition, pins, step)
    return step === null ? found : sampleInStep(found, definition, step)
  }, [sample, definition, pins, step])
}
