'use client'

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import { crowdPaths } from '../../algorithms/drawing/crowd-paths.ts'
import { useSession } from '../../model/session-context.tsx'
import { useDetail } from '../canvas/detail.ts'

/** All edges seen from far away as three paths: thousands of elements less than edges of their own. */
export function CrowdEdges() {
  return useDetail() === 'crowd' ? <Paths /> : null
}

function Paths() {
  const { store } = useSession().flow
  const nodes = useStore(store, (flow) => flow.nodes)
  const terminals = useStore(store, (flow) => flow.terminals)
  const edges = useStore(store, (flow) => flow.edges)
  const { plain, failure, selected } = useMemo(
    () => crowdPaths([...nodes, ...terminals], edges),
    [nodes, terminals, edges],
  )
  return (
    <ViewPortal>
      <svg aria-hidden="true" className="pointer-events-none absolute -z-1 size-px overflow-visible fill-none stroke-4">
        <path d={plain} className="stroke-thread" />
        <path d={failure} className="stroke-failed" />
        <path d={selected} className="stroke-8 stroke-accent" />
      </svg>
    </ViewPortal>
  )
}
