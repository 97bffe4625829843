'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { runStepTexts } from '../../texts/run-step.ts'

export interface TaskPartProps {
  runId: string
  step: string
  /** The shown instant; null for now. */
  until: number | null
}

/**
 * Actions of people on the tasks of a step besides decisions. They are not in the history of the run, which waited
 * meanwhile.
 */
export function TaskPart({ runId, step, until }: TaskPartProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const acts = useQuery(api.inbox.ofRun.queryOptions({ runId }))
  useRunChanges((runIds) => {
    if (runIds === null || runIds.has(runId)) queryClient.invalidateQueries(api.inbox.ofRun.queryFilter({ runId }))
  })
  const own = (acts.data ?? []).filter((act) => act.step === step && (until === null || Date.parse(act.at) <= until))
  if (own.length === 0) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">{runStepTexts.activity}</h3>
      <ul className="grid gap-1.5">
        {own.map((act) => (
          <li key={act.id} className="grid grid-cols-[1fr_auto] gap-x-2">
            <span className="min-w-0 wrap-anywhere">
              {act.sentence}
              {act.text !== null && <q className="block whitespace-pre-wrap text-muted">{act.text}</q>}
            </span>
            <span className="text-small text-faint">
              <Instant at={act.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
