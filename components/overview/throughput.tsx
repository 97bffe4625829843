'use client'

import type { OverviewData } from '#components/api/models.ts'

type Hours = OverviewData['throughput']

const hourOf = (instant: string) =>
  new Date(instant).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Runs that ended in each of the last 24 hours: completed below, failed on top. */
export function Throughput({ hours }: { hours: Hours }) {
  const most = Math.max(1, ...hours.map(({ completed, failed }) => completed + failed))
  const total = hours.reduce((sum, { completed, failed }) => sum + completed + failed, 0)
  const failures = hours.reduce((sum, { failed }) => sum + failed, 0)
  const said = `${total.toLocaleString('en-GB')} ended in the last 24 hours, ${failures.toLocaleString('en-GB')} of them failed`
  const first = hours[0]
  const last = hours.at(-1)
  return (
    <figure className="col-span-full bg-surface px-4 py-3.5">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-3 text-label text-muted">
        Throughput
        <span className="text-small font-normal">{said}</span>
      </figcaption>
      <div className="flex h-16 items-end gap-1 border-b" role="img" aria-label={said}>
        {hours.map(({ hour, completed, failed }) => (
          <span
            key={hour}
            title={`${hourOf(hour)}: ${completed} completed, ${failed} failed`}
            className="flex h-full flex-1 flex-col justify-end gap-px"
          >
            {failed > 0 && (
              <span className="min-h-0.75 rounded-t-[2px] bg-failed" style={{ height: `${(failed / most) * 100}%` }} />
            )}
            {completed > 0 && (
              <span className="min-h-0.75 rounded-t-[2px] bg-done" style={{ height: `${(completed / most) * 100}%` }} />
            )}
          </span>
        ))}
      </div>
      {first && last && (
        <div className="mt-1 flex justify-between font-mono text-[11px]/4 text-faint" aria-hidden="true">
          <span>{hourOf(first.hour)}</span>
          <span>{hourOf(last.hour)}</span>
        </div>
      )}
    </figure>
  )
}
