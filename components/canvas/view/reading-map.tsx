'use client'

import { useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import { OverlayContext } from '../overlay-store.ts'
import { canvasTexts } from '../texts/canvas.ts'
import { MapFrame } from './map-frame.tsx'
import { boundsOf, mapPaths } from './map-paths.ts'
import type { ViewNode } from './viewport-for.ts'

interface ReadingMapProps {
  readonly nodes: readonly (ViewNode & { readonly data: object })[]
}

/** The map of a graph that is looked at: each step in the colour of its state. */
export function ReadingMap({ nodes }: ReadingMapProps) {
  const overlays = useStore(useContext(OverlayContext), (state) => state.nodes)
  const steps = useMemo(() => boundsOf(nodes), [nodes])
  const paths = useMemo(
    () =>
      mapPaths(nodes, ({ id, data }) => {
        if ('open' in data && data.open) return 'var(--color-line)'
        const tone = overlays[id]?.tone
        return tone === undefined ? 'var(--color-thread)' : `var(--color-${tone})`
      }),
    [nodes, overlays],
  )
  if (steps === null) return null
  return (
    <MapFrame steps={steps} label={canvasTexts.minimap}>
      {paths.map(([colour, path]) => (
        <path key={colour} d={path} fill={colour} />
      ))}
    </MapFrame>
  )
}
