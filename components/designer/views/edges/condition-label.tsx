'use client'

import { useStore as useFlow } from '@xyflow/react'
import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import { shownLabel } from '#components/canvas/edges/label-size.ts'
import { useEdgeOverlay } from '#components/canvas/overlay-store.ts'
import { classNames } from '#components/ui/class-names.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { useDocument, useSession, useView } from '../../model/session-context.tsx'
import { viewsEdgesTexts } from '../../texts/views-edges.ts'
import { routeCondition } from '../expression/expression-help.ts'
import { ExpressionInput } from '../expression/expression-input.tsx'
import { useDone } from '../expression/use-done.ts'
import { FieldStepProvider } from '../inspector/field-step.tsx'

export interface ConditionLabelProps {
  readonly edge: string
  readonly x: number
  readonly y: number
  readonly selected: boolean
}

/** The condition on a DECISION's edge: a click selects the edge, a second one (or Enter) edits it in place. */
export function ConditionLabel({ edge: id, x, y, selected }: ConditionLabelProps) {
  const session = useSession()
  const overlay = useEdgeOverlay(id)
  const edge = useStore(session.flow.store, (flow) => flow.graphEdges.get(id))
  const editing = useView((view) => view.editingEdge === id)
  if (edge === undefined) return null
  const [route] = edge.routes ?? []
  const place = { transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }
  if (editing && route !== undefined) {
    return (
      <Readable x={x} y={y}>
        <FieldStepProvider value={edge.source}>
          <ConditionInput edge={edge} route={route} />
        </FieldStepProvider>
      </Readable>
    )
  }
  return (
    <button
      type="button"
      data-edge={id}
      tabIndex={-1}
      title={edge.label}
      aria-label={viewsEdgesTexts.conditionFromTo(
        edge.label || viewsEdgesTexts.conditionRequired,
        edge.source,
        edge.target,
      )}
      onClick={() => (selected ? session.view.editEdge(id) : session.selection.selectEdge(id))}
      onDoubleClick={() => session.view.editEdge(id)}
      className={classNames(
        'canvas-label nodrag nopan pointer-events-auto absolute max-w-48 truncate rounded-[6px] border border-line bg-surface px-1.5 font-mono font-medium text-muted hover:border-line-strong hover:text-ink',
        overlay === 'failed' && 'border-failed text-failed hover:border-failed hover:text-failed',
        edge.label === '' && 'border-failed font-sans text-failed hover:border-failed hover:text-failed',
        selected && 'border-accent text-accent hover:border-accent hover:text-accent',
      )}
      style={place}
    >
      {edge.label ? shownLabel(edge.label) : viewsEdgesTexts.conditionRequired}
    </button>
  )
}

/** The placeholder of the default route. */
const otherwise = 'otherwise'

/** Keeps typed text readable at every zoom. */
function Readable({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  const scale = useFlow((flow) => Math.max(1, 1 / flow.transform[2]))
  return (
    <div
      className="nodrag nopan pointer-events-auto absolute z-10"
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})` }}
    >
      {children}
    </div>
  )
}

function ConditionInput({ edge, route }: { edge: GraphEdge; route: number }) {
  const session = useSession()
  const definition = useDocument((document) => document.definition)
  const step = findStep(definition, edge.source)?.step
  const routes = step?.type === 'DECISION' ? step.routes : []
  const isDefault = routes[route]?.condition === undefined
  const hasDefault = routes.some((one) => one.condition === undefined)
  const condition = routes[route]?.condition ?? ''
  const [text, setText] = useState(condition)
  const id = useId()
  const isDone = useDone()
  const finish = (keep: boolean, byKey = false) => {
    if (isDone.current) return
    isDone.current = true
    session.view.editEdge(null)
    const { on } = session.edgeFocus.store.getState()
    // The field closes. The keyboard returns to the edge if it was on the edge, else to the step that decides.
    if (on?.edge !== edge.id) {
      if (byKey) session.view.showStep(edge.source, true)
    } else if (byKey) session.edgeFocus.goTo(on.edge, on.around)
    else session.edgeFocus.left()
    if (!keep || text.trim() === condition) return
    session.perform({ type: 'set_route_condition', step: edge.source, route, condition: text.trim() })
  }
  const makeDefault = () => {
    isDone.current = true
    session.view.editEdge(null)
    session.perform({ type: 'set_route_condition', step: edge.source, route, condition: null })
  }
  return (
    <div
      style={{ width: `calc(${Math.max(12, Math.min(text.length + 1, 48))}ch + 14px)` }}
      className="font-mono text-[11px]/[18px]"
    >
      <ExpressionInput
        control={{ id }}
        label={viewsEdgesTexts.conditionOfRouteTo(edge.target)}
        kind={routeCondition}
        placeholder={isDefault ? otherwise : viewsEdgesTexts.conditionExample}
        value={text}
        small
        begin
        onChange={setText}
        onBlur={() => finish(true)}
        onKey={(key) => finish(key === 'enter', true)}
      />
      {!hasDefault && text.trim() === '' && (
        <button
          type="button"
          // The field would lose the focus before the click, and close.
          onPointerDown={(event) => event.preventDefault()}
          onClick={makeDefault}
          className="mt-0.5 rounded-s border bg-surface px-1.5 font-sans text-accent hover:border-line-strong"
        >
          {viewsEdgesTexts.useAsOtherwise}
        </button>
      )}
    </div>
  )
}
