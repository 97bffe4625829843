import { useMemo } from 'react'
import type { RunDetail, RunSummary } from '#components/api/models.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunHeader } from '#core/run/state.ts'
import { RunLink } from '../../run-link.tsx'
import { runTexts } from '../../texts/run.ts'
import { retriesIn } from './retries.ts'

export interface RunLineageProps {
  header: RunHeader
  summary: Pick<RunSummary, 'rerunOf' | 'rerunBy'>
  /** The known reruns of this run. */
  reruns: RunDetail['reruns']
  events: readonly RunEvent[]
  onGo(seq: number): void
}

/** The run that this run is a rerun of, the reruns of this run, and the ends of its own earlier attempts. */
export function RunLineage({ header, summary, reruns, events, onGo }: RunLineageProps) {
  const retries = useMemo(() => retriesIn(events), [events])
  const { rerunOf, rerunBy } = summary
  if (rerunOf === null && rerunBy.length === 0 && retries.length === 0) return null
  const made = header.rerun_of
  return (
    <section className="grid gap-2" aria-label={runTexts.retriesAndReruns}>
      <h2 className="text-label text-muted">{runTexts.retriesAndReruns}</h2>
      <ul className="grid gap-1.5 text-body">
        {rerunOf !== null && (
          <li className="wrap-anywhere">
            {runTexts.rerunOf} <RunLink runId={rerunOf} />
            {made && runTexts.ofVersion(made.version)}
            {made?.from_step !== undefined && runTexts.from(isolateText(made.from_step))}
            {made?.reason !== undefined && `: ${isolateText(made.reason)}`}
          </li>
        )}
        {retries.map(({ seq, at, attempt, by, fromStep }) => (
          <li key={seq} className="wrap-anywhere">
            {runTexts.attemptRetriedBy(attempt, by)} <Instant at={at} />
            {fromStep !== undefined && runTexts.from(fromStep)}.{' '}
            <button
              type="button"
              onClick={() => onGo(seq - 1)}
              className="rounded-s text-accent hover:underline"
              aria-label={runTexts.viewEndOfAttempt(attempt - 1)}
            >
              {runTexts.viewItsEnd}
            </button>
          </li>
        ))}
        {rerunBy.map((runId) => (
          <li key={runId} className="wrap-anywhere">
            {runTexts.runAgainAs} <RunLink runId={runId} />
            <RerunOrigin made={reruns.find((each) => each.runId === runId)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The actor, time, first step and reason of a rerun, where they are known. */
function RerunOrigin({ made }: { made: RunDetail['reruns'][number] | undefined }) {
  if (made === undefined) return null
  const { by, at, version, fromStep, reason } = made
  return (
    <>
      {runTexts.by(by)}
      <Instant at={at} />
      {runTexts.byVersion(version)}
      {fromStep !== null && runTexts.from(fromStep)}
      {reason === null ? '.' : `: ${isolateText(reason)}`}
    </>
  )
}
