'use client'

import { Plus, Spline, Trash2 } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import type { GraphEdge } from '#core/graph/graph.ts'
import { findEdge } from '#core/graph/levels.ts'
import { insertOn } from '../../commands/insert-on-edge.ts'
import { removeSelection } from '../../commands/step-commands.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'

const words = {
  normal: viewsInspectorTexts.connectionFollowedWhenStepCompletes,
  route: viewsInspectorTexts.routeFollowedWhenItsCondition,
  failure: viewsInspectorTexts.failureFollowedWhenStepFails,
} as const

/** A selected edge: where it leads, and what can be done with it. */
export function EdgeInspector({ edge: id }: { edge: string }) {
  const session = useSession()
  const edge = useDocument((document) => findEdge(document.graph, id))
  if (edge === undefined) return null
  return (
    <>
      <header className="flex items-center gap-2.5 border-b px-3.5 py-3.5">
        <span className="grid size-8.5 shrink-0 place-items-center rounded-m bg-sunken text-muted [&_svg]:size-4.25">
          <Spline aria-hidden="true" />
        </span>
        <div className="grid min-w-0">
          <h2 className="truncate text-title">
            {edge.source} → {edge.terminal === 'end' ? viewsInspectorTexts.end : edge.target}
          </h2>
          <p className="text-small text-muted">{words[edge.kind]}</p>
        </div>
      </header>
      <div className="grid content-start gap-3.5 p-3.5">
        {edge.kind === 'route' && <RouteSummary edge={edge} />}
        <div className="flex flex-wrap gap-2">
          <Button icon={<Plus />} onClick={() => insertOn(session, edge)}>
            {viewsInspectorTexts.insertStepHere}
          </Button>
          <Button icon={<Trash2 />} onClick={() => removeSelection(session)}>
            {viewsInspectorTexts.delete}
          </Button>
        </div>
      </div>
    </>
  )
}

function RouteSummary({ edge }: { edge: GraphEdge }) {
  const session = useSession()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-mono text-code wrap-anywhere">{edge.label}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => session.view.editEdge(edge.id)}>{viewsInspectorTexts.editCondition}</Button>
        <Button onClick={() => session.selection.selectStep(edge.source)}>
          {viewsInspectorTexts.allRoutesOf(edge.source)}
        </Button>
      </div>
    </div>
  )
}
