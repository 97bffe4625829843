'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useLiveRun } from '#components/runs/run/live/use-live-run.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { parse } from '#core/definition/parse.ts'
import { isJsonObject } from '#core/json.ts'
import { useSession, useTrial } from '../../model/session-context.tsx'
import { stepValues } from '../../model/trial/step-values.ts'
import { viewsTrialTexts } from '../../texts/views-trial.ts'

/** The newest run of a workflow, a test or a run of a version. */
const lastOf = (workflow: string) => ({ workflow, tests: 'with', rootsOnly: true, limit: 1 }) as const

/** Shows nothing: brings pins, samples and the last run to the session, and takes changes back. */
export function TrialRuns() {
  const session = useSession()
  const api = useApi()
  const client = useApiClient()
  const { name, trial } = session
  const fresh = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const kept = useQuery(api.workflows.testData.queryOptions({ name }, fresh)).data
  const last = useQuery(api.runs.list.queryOptions(lastOf(name), fresh)).data
  const runId = useTrial((state) => state.runId)

  useEffect(() => {
    const saving = (done: Promise<unknown>) =>
      done.catch((error: unknown) =>
        showToast({ tone: 'failed', title: viewsTrialTexts.notSaved, detail: apiFailure(error).message }),
      )
    trial.connect({
      lastRun: async () => (await client.runs.list.query(lastOf(name))).items[0]?.runId ?? null,
      pin: (step, pinned) => void saving(client.workflows.pin.mutate({ name, step, pinned })),
      keepSample: (sample, input) => void saving(client.workflows.keepSample.mutate({ name, sample, input })),
    })
  }, [trial, client, name])
  useEffect(() => {
    if (kept) trial.load(kept)
  }, [trial, kept])
  useEffect(() => {
    const [latest] = last?.items ?? []
    if (latest) trial.begin(latest.runId)
  }, [trial, last])
  return runId === null ? null : <Follow key={runId} runId={runId} />
}

function Follow({ runId }: { runId: string }) {
  const { trial } = useSession()
  const { live } = useLiveRun(runId)
  const text = live?.detail.definitionText
  const ran = useMemo(() => (text === undefined ? null : parse(text).definition), [text])
  useEffect(() => {
    if (live === null || ran === null) return
    const { detail, log } = live
    const { status, humanWait, endedAt } = log.summary
    trial.show(
      {
        runId,
        plan: detail.testPlan,
        version: detail.version,
        status,
        humanWait,
        endedAt,
        createdAt: detail.createdAt,
        input: isJsonObject(detail.input) ? detail.input : {},
        events: log.events,
        ran,
      },
      stepValues(runId, ran, log.events),
    )
  }, [trial, live, ran, runId])
  return null
}
