'use client'

import { Plus } from 'lucide-react'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { freePosition } from '../../commands/step-positions.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

const sides = {
  down: { place: 'top-full left-1/2 -translate-x-1/2 flex-col', line: 'h-5 w-0 border-l-[1.5px]' },
  right: { place: 'top-1/2 left-full -translate-y-1/2', line: 'h-0 w-5 border-t-[1.5px]' },
} as const satisfies Record<Direction, unknown>

/**
 * Behind a DECISION without routes, which has no edge with a plus: adds the step of the first route. For the mouse; the
 * keyboard adds a step after the DECISION.
 */
export function FirstRoute({ step, direction }: { readonly step: string; readonly direction: Direction }) {
  const session = useSession()
  const broken = useDocument((document) => document.broken)
  if (broken) return null
  const { place, line } = sides[direction]
  return (
    <span className={`pointer-events-none absolute flex items-center ${place}`}>
      <span aria-hidden="true" className={`border-thread border-dashed ${line}`} />
      {/* biome-ignore lint/a11y: a button inside of a button is none to a screen reader */}
      <span
        title={designerTexts.addFirstRoute}
        data-insert="route"
        className="nodrag nopan pointer-events-auto grid size-6 shrink-0 cursor-pointer place-items-center rounded-full border-[1.5px] border-thread bg-surface hover:border-accent hover:text-accent [&_svg]:size-3"
        onClick={(event) => {
          event.stopPropagation()
          session.view.startAdding({
            at: { left: event.clientX, top: event.clientY },
            position: freePosition(session, step),
            connect: { from: step, kind: 'route' },
          })
        }}
      >
        <Plus aria-hidden="true" />
      </span>
    </span>
  )
}
