'use client'

import { useStore } from 'zustand'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import { useSession } from '../../model/session-context.tsx'

/** The lines that a dragged step stands on with others. */
export function GuideLines() {
  const lines = useStore(useSession().guides.store)
  return (
    <ViewPortal>
      {lines.map(({ axis, at, from, to }) => (
        <div
          key={axis}
          aria-hidden="true"
          data-guide={axis}
          className="absolute bg-accent"
          style={
            axis === 'x'
              ? { left: at, top: from, width: 1, height: to - from }
              : { left: from, top: at, width: to - from, height: 1 }
          }
        />
      ))}
    </ViewPortal>
  )
}
