'use client'

import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { whoServes } from '#core/run/sentence/waiting.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import { Fact, Facts } from '../facts.tsx'
import type { Moment } from '../instant/moment.ts'
import { useRunWork } from '../live/use-run-work.ts'

/** The worker of a step and its last heartbeat; or the workers that could claim the step, while none has. */
export function WorkerPart({ moment, step }: { moment: Moment; step: string }) {
  const own = useRunWork(moment).find((one) => one.step === step)
  if (!own) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="text-label text-muted">{runStepTexts.worker}</h3>
      {own.workerId === null ? (
        <p>
          {runStepTexts.noWorkerOnQueueHas(own.queue)} <Elapsed from={own.offeredAt} />. {whoServes(own)}{' '}
          <PageLink href="/workers" className="rounded-s font-medium text-accent hover:underline">
            {runStepTexts.workersAndEngines}
          </PageLink>
        </p>
      ) : (
        <Facts>
          <Fact name={runStepTexts.takenBy}>{own.workerId}</Fact>
          <Fact name={runStepTexts.taken}>{own.claimedAt && <Instant at={own.claimedAt} />}</Fact>
          <Fact name={runStepTexts.heartbeat}>
            {own.heartbeatAt && (
              <>
                <Elapsed from={own.heartbeatAt} /> {runStepTexts.ago}
              </>
            )}
          </Fact>
          <Fact name={runStepTexts.lostWorkers}>{own.recoveries > 0 && own.recoveries}</Fact>
        </Facts>
      )}
    </section>
  )
}
