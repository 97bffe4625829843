'use client'

import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { whoServes } from '#core/run/sentence/waiting.ts'
import { Fact, Facts } from '../facts.tsx'
import type { Moment } from '../instant/moment.ts'
import { useRunWork } from '../live/use-run-work.ts'

/** The worker of a step and its last heartbeat; or the workers that could claim the step, while none has. */
export function WorkerPart({ moment, step }: { moment: Moment; step: string }) {
  const own = useRunWork(moment).find((one) => one.step === step)
  if (!own) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">Worker</h3>
      {own.workerId === null ? (
        <p>
          No worker on queue {own.queue} has taken it for <Elapsed from={own.offeredAt} />. {whoServes(own)}
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
