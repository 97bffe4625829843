'use client'

import { useStore } from 'zustand'
import { nodeSize } from '#components/canvas/measures.ts'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import { useSession } from '../../model/session-context.tsx'

/** Rings around the steps that a search has found. */
export function FindMarks() {
  const found = useStore(useSession().find.store, (find) => find.found)
  return found.length === 0 ? null : <Rings found={found} />
}

function Rings({ found }: { found: readonly string[] }) {
  const nodes = useStore(useSession().flow.store, (flow) => flow.nodes)
  const { flow } = useSession()
  const names = new Set(found.map((step) => flow.drawnId(step)))
  return (
    <ViewPortal>
      {nodes
        .filter(({ id }) => names.has(id))
        .map(({ id, position, width = nodeSize.width, height = nodeSize.height }) => (
          <div
            key={id}
            aria-hidden="true"
            className="pointer-events-none absolute rounded-[15px] border-2 border-human"
            style={{
              left: position.x - 5,
              top: position.y - 5,
              width: width + 10,
              height: height + 10,
            }}
          />
        ))}
    </ViewPortal>
  )
}
