'use client'

import { Panel as FlowPanel } from '@xyflow/react'
import { Activity, Timer, X } from 'lucide-react'
import type { RunHeat } from '#components/api/models.ts'
import { countWord } from '#components/runs/count-words.ts'
import { runsPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { liveStatuses } from '#core/run/views/status.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsHeatTexts } from '../../texts/views-heat.ts'

const part = 'flex items-center gap-1 [&_svg]:size-3.5 [&_svg]:text-tone'

/** The meaning of the numbers at steps, with the number of all live runs. */
export function HeatLegend({ heat, failed }: { readonly heat: RunHeat | undefined; readonly failed: boolean }) {
  const { name: workflow } = useSession()
  return (
    <FlowPanel
      position="bottom-left"
      className="!m-3 !mb-13.5 flex max-w-full flex-wrap items-center gap-x-3 rounded-m border bg-surface px-2.5 py-1 text-small text-muted shadow-low"
    >
      {heat === undefined ? (
        <span role={failed ? 'alert' : undefined}>
          {failed ? viewsHeatTexts.couldNotCountRuns : viewsHeatTexts.countingRuns}
        </span>
      ) : (
        <>
          <span className={`${part} ${toneClasses.active}`}>
            <Activity aria-hidden="true" />
            {heat.live === 0 ? (
              viewsHeatTexts.noLiveRuns
            ) : (
              <PageLink href={runsPath({ workflow, status: liveStatuses, children: true })} className="hover:underline">
                {viewsHeatTexts.live(countWord({ count: heat.live, more: heat.more }))}
              </PageLink>
            )}
          </span>
          <span className={`${part} ${toneClasses.failed}`}>
            <X aria-hidden="true" />
            {viewsHeatTexts.failedInLastDay}
          </span>
          <span className={`${part} ${toneClasses.idle}`}>
            <Timer aria-hidden="true" />
            {viewsHeatTexts.medianTime}
          </span>
        </>
      )}
    </FlowPanel>
  )
}
