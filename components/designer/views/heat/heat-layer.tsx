'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { RunHeat } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { useHeatChoice } from '../../model/heat-choice.ts'
import { useSession } from '../../model/session-context.tsx'
import { useDetail } from '../canvas/detail.ts'
import { HeatLegend } from './heat-legend.tsx'
import { StepHeatMark } from './step-heat-mark.tsx'

/** Least interval between refreshes: the counts read all live runs of the workflow. */
const everyMs = 3_000
/** Polling interval: failures leave the last day without events, too. */
const pollMs = 60_000

/**
 * Live runs, failures and times at the steps of a published workflow. The marks are a layer over the steps: a step is a
 * button, in which a screen reader finds no links, and no step renders again for them.
 */
export function HeatLayer() {
  const isOn = useHeatChoice()
  const isPublished = useDesignerAction('designer.heat').enabled !== false
  return isOn && isPublished ? <Heat /> : null
}

function Heat() {
  const { name: workflow } = useSession()
  const api = useApi()
  const queries = useQueryClient()
  const { data, isError } = useQuery(
    api.runs.heat.queryOptions({ workflow }, { placeholderData: keepPreviousData, refetchInterval: pollMs }),
  )
  useRunChanges(() => queries.invalidateQueries(api.runs.heat.queryFilter({ workflow })), everyMs)
  return (
    <>
      <HeatLegend heat={data} failed={isError} />
      {data !== undefined && <Marks heat={data} />}
    </>
  )
}

function Marks({ heat }: { heat: RunHeat }) {
  const { name: workflow, flow } = useSession()
  const nodes = useStore(flow.store, (state) => state.nodes)
  const detail = useDetail()
  const bySteps = useMemo(() => new Map(heat.steps.map((each) => [each.step, each])), [heat])
  return (
    <ViewPortal>
      {nodes.map(({ id, position, data, width = nodeSize.width, height = nodeSize.height }) => {
        const found = bySteps.get(id)
        // A node of another workflow, or of a folded group, may have the name of a step.
        if (found === undefined || flow.stepsOf(id)[0] !== id) return null
        return (
          <StepHeatMark
            key={id}
            workflow={workflow}
            title={data.name}
            heat={found}
            all={heat}
            detail={detail}
            x={position.x}
            y={position.y}
            width={width}
            height={height}
          />
        )
      })}
    </ViewPortal>
  )
}
