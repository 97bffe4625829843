'use client'

import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { useStore } from 'zustand'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import type { Envelope } from '#core/definition/envelope.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'

/** Distance of the strip from the topmost part of the drawing, in pixels of the canvas. */
const gap = 44

type Stage = 'validate' | 'conditions' | 'discover' | 'locks' | 'rollback' | 'acknowledge'

/** The stages of an envelope in the order in which a run passes them, each with how much there is of it. */
function stagesOf(envelope: Envelope): readonly { readonly stage: Stage; readonly count?: number }[] {
  const { validate = [], conditions = [], discover, locks } = envelope
  return [
    ...(validate.length > 0 ? [{ stage: 'validate' as const, count: validate.length }] : []),
    ...(conditions.length > 0 ? [{ stage: 'conditions' as const, count: conditions.length }] : []),
    ...(discover === undefined ? [] : [{ stage: 'discover' as const }]),
    ...(locks === undefined ? [] : [{ stage: 'locks' as const }]),
    { stage: 'rollback' as const },
    { stage: 'acknowledge' as const },
  ]
}

/** The envelope above the first step: its stages as chips, which open their fields in the inspector of the workflow. */
export function EnvelopeStrip() {
  const session = useSession()
  const envelope = useDocument((document) => document.definition?.envelope)
  const nodes = useStore(session.flow.store, (flow) => flow.nodes)
  const terminals = useStore(session.flow.store, (flow) => flow.terminals)
  if (envelope === undefined || nodes.length === 0) return null
  const all = [...nodes, ...terminals]
  const top = Math.min(...all.map(({ position }) => position.y))
  const first = all.filter(({ position }) => position.y === top).toSorted((a, b) => a.position.x - b.position.x)[0]
  const left = (first?.position.x ?? 0) + (first?.width ?? 0) / 2
  const open = (stage: Stage) => {
    session.selection.clear()
    session.view.showField(['envelope', stage])
  }
  return (
    <ViewPortal>
      <nav
        aria-label={viewsCanvasTexts.envelope}
        className="nodrag nopan pointer-events-auto absolute flex w-max -translate-x-1/2 items-center gap-0.5 rounded-l border border-dashed border-line-strong bg-surface px-1.5 py-1 shadow-low"
        style={{ left, top: top - gap }}
      >
        <span className="px-1 text-small text-muted">{viewsCanvasTexts.envelope}</span>
        {stagesOf(envelope).map(({ stage, count }, index) => (
          <Fragment key={stage}>
            {index > 0 && <ChevronRight aria-hidden="true" className="size-3 text-faint" />}
            <button
              type="button"
              className="h-6 rounded-[6px] bg-accent-soft px-1.75 text-small font-medium whitespace-nowrap text-accent hover:underline"
              onClick={() => open(stage)}
            >
              {viewsCanvasTexts.envelopeStages[stage]}
              {count !== undefined && <span className="ml-1 font-normal">{count}</span>}
            </button>
          </Fragment>
        ))}
      </nav>
    </ViewPortal>
  )
}
