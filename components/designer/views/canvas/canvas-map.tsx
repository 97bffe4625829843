'use client'

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { MapFrame } from '#components/canvas/view/map-frame.tsx'
import { boundsOf, mapPaths } from '#components/canvas/view/map-paths.ts'
import { useSession, useTrial } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'
import { mapColour } from './map-colour.ts'

/**
 * The map of the whole workflow. One path for each colour, as an element for each of some thousand steps would have to
 * be looked at with every frame.
 */
export function CanvasMap() {
  const session = useSession()
  const nodes = useStore(session.flow.store, (flow) => flow.nodes)
  const problems = useStore(session.overlay, (overlay) => overlay.nodes)
  const marks = useTrial((trial) => (trial.shown === null ? null : trial.marks))
  const paths = useMemo(() => mapPaths(nodes, (node) => mapColour(node, { problems, marks })), [nodes, problems, marks])
  const steps = useMemo(() => boundsOf(nodes), [nodes])
  const drawn = useMemo(() => paths.map(([colour, path]) => <path key={colour} d={path} fill={colour} />), [paths])
  if (steps === null) return null
  return (
    <MapFrame steps={steps} label={viewsCanvasTexts.minimap}>
      {drawn}
    </MapFrame>
  )
}
