'use client'

import { nodeSize } from '#components/canvas/measures.ts'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import { catalogue } from '#core/definition/catalogue.ts'
import { useView } from '../../model/session-context.tsx'

/** A preview of the place where a step dragged from the palette will be dropped. */
export function DropGhost() {
  const place = useView((view) => view.dropPosition)
  const step = useView((view) => view.dragged)
  if (place === null) return null
  return (
    <ViewPortal>
      <div
        aria-hidden="true"
        data-drop-ghost=""
        style={{ ...nodeSize, transform: `translate(${place.x}px, ${place.y}px)` }}
        className="pointer-events-none absolute flex items-center gap-2.5 rounded-l border-2 border-accent border-dashed bg-accent-soft/60 px-2.5 text-[13px]/[17px] font-semibold text-muted"
      >
        {step !== null && (
          <>
            <span className="grid size-8.5 shrink-0 place-items-center [&_svg]:size-4.25">
              <StepIcon type={step.type} />
            </span>
            {step.name ?? catalogue[step.type].label}
          </>
        )}
      </div>
    </ViewPortal>
  )
}
