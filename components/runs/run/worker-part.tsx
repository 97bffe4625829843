'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { Elapsed, Instant } from '#components/ui/time.tsx'
import { Fact, Facts } from './facts.tsx'

/** Workers say that they are alive every few seconds, without a word in the history. */
const lookEveryMs = 2_000

/** Who works on a step right now, and the last sign of life. */
export function WorkerPart({ runId, step }: { runId: string; step: string }) {
  const api = useApi()
  const work = useQuery(api.runs.work.queryOptions({ runId }, { refetchInterval: lookEveryMs }))
  const own = work.data?.find((one) => one.step === step)
  if (!own) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">Worker</h3>
      {own.workerId === null ? (
        <p>
          No worker of the queue {own.queue} has taken it yet, since <Elapsed from={own.offeredAt} />.
        </p>
      ) : (
        <Facts>
          <Fact name="Taken by">{own.workerId}</Fact>
          <Fact name="Taken">{own.claimedAt && <Instant at={own.claimedAt} />}</Fact>
          <Fact name="Heartbeat">
            {own.heartbeatAt && (
              <>
                <Elapsed from={own.heartbeatAt} /> ago
              </>
            )}
          </Fact>
          <Fact name="Lost workers">{own.recoveries > 0 && own.recoveries}</Fact>
        </Facts>
      )}
    </section>
  )
}
