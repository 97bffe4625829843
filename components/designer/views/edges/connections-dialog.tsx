'use client'

import { useCallback, useId, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { edgeRef, type GraphEdge } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import { canReconnect } from '#core/graph/rules.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { insertOn } from '../../commands/insert-on-edge.ts'
import { useDocument, useSelection, useSession, useView } from '../../model/session-context.tsx'
import { viewsEdgesTexts } from '../../texts/views-edges.ts'
import { routeCondition } from '../expression/expression-help.ts'
import { ExpressionInput } from '../expression/expression-input.tsx'
import { useDone } from '../expression/use-done.ts'
import { FieldStepProvider } from '../inspector/field-step.tsx'
import { TargetList } from './target-list.tsx'

/** All that leads to and from a step, and what a pointer would do with each: a list instead of lines. */
export function ConnectionsDialog() {
  const session = useSession()
  const open = useView((view) => view.dialog === 'connections')
  const step = useSelection((selection) => (selection.steps.size === 1 ? [...selection.steps][0] : undefined))
  if (!open || step === undefined) return null
  return (
    <Dialog open onOpenChange={session.view.closeDialog} title={viewsEdgesTexts.connectionsOf(step)}>
      <Connections step={step} />
    </Dialog>
  )
}

function Connections({ step }: { step: string }) {
  const { edges } = levelWith(
    useDocument((document) => document.graph),
    step,
  )
  const out = edges.filter((edge) => edge.source === step)
  const into = edges.filter((edge) => edge.target === step && edge.source !== step)
  return (
    <div className="grid gap-4 pb-3">
      <Side
        title={viewsEdgesTexts.leadsTo}
        empty={viewsEdgesTexts.noOutgoingConnectionsRunEnds}
        edges={out}
        far="target"
      />
      <Side title={viewsEdgesTexts.comesFrom} empty={viewsEdgesTexts.noIncomingConnections} edges={into} far="source" />
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly empty: string
  readonly edges: readonly GraphEdge[]
  readonly far: 'source' | 'target'
}

function Side({ title, empty, edges, far }: SideProps) {
  const id = `connections-${far}`
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-1 text-label text-muted">
        {title}
      </h3>
      {edges.length === 0 && <p className="text-muted">{empty}</p>}
      <ul aria-labelledby={id} className="grid gap-2">
        {edges.map((edge) => (
          <Connection key={edge.id} edge={edge} far={far} />
        ))}
      </ul>
    </section>
  )
}

const kinds = { normal: 'next', route: 'route', failure: viewsEdgesTexts.onFailureWord } as const

function Connection({ edge, far }: { edge: GraphEdge; far: 'source' | 'target' }) {
  const session = useSession()
  const [moving, setMoving] = useState(false)
  const words = viewsEdgesTexts.to(escapeInvisible(edge.source), escapeInvisible(edge.target))
  return (
    <li className="grid gap-1.5 rounded-m border px-3 py-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {/* On a phone, and at 400 % zoom, beside three buttons nothing of a name would be left. */}
        <span className="min-w-0 flex-1 truncate font-medium max-sm:basis-full max-sm:whitespace-normal max-sm:wrap-anywhere">
          {escapeInvisible(edge[far])} <span className="font-normal text-muted">{kinds[edge.kind]}</span>
        </span>
        {far === 'target' && (
          <Button
            size="small"
            aria-expanded={moving}
            aria-label={viewsEdgesTexts.reconnect(words)}
            onClick={() => setMoving(!moving)}
          >
            {viewsEdgesTexts.reconnectLabel}
          </Button>
        )}
        <Button
          size="small"
          aria-label={viewsEdgesTexts.insertStep(words)}
          onClick={() => {
            session.view.closeDialog()
            insertOn(session, edge)
          }}
        >
          {viewsEdgesTexts.insertStepLabel}
        </Button>
        <Button
          size="small"
          aria-label={viewsEdgesTexts.removeConnection(words)}
          onClick={() => {
            keepFocusInDialog()
            session.perform({ type: 'disconnect', edge: edgeRef(edge) })
          }}
        >
          {viewsEdgesTexts.remove}
        </Button>
      </div>
      {edge.kind === 'route' && (
        <FieldStepProvider value={edge.source}>
          <Conditions edge={edge} />
        </FieldStepProvider>
      )}
      {moving && <NewTargets edge={edge} onDone={() => setMoving(false)} />}
    </li>
  )
}

/** The conditions of the routes that lead along an edge, each in a field of its own. */
function Conditions({ edge }: { edge: GraphEdge }) {
  return (
    <div className="grid gap-1">
      {(edge.routes ?? []).map((route) => (
        <Condition key={route} edge={edge} route={route} />
      ))}
    </div>
  )
}

function Condition({ edge, route }: { edge: GraphEdge; route: number }) {
  const session = useSession()
  const condition = useDocument(({ definition }) => {
    const step = findStep(definition, edge.source)?.step
    return step?.type === 'DECISION' ? (step.routes[route]?.condition ?? '') : ''
  })
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const isDone = useDone()
  const finish = () => {
    if (isDone.current) return
    setTyped(null)
    if (typed === null || typed.trim() === condition) return
    session.perform({
      type: 'set_route_condition',
      step: edge.source,
      route,
      condition: typed.trim(),
    })
  }
  const hasDefault = useDocument(({ definition }) => {
    const step = findStep(definition, edge.source)?.step
    return step?.type === 'DECISION' && step.routes.some((one) => one.condition === undefined)
  })
  return (
    <>
      <ExpressionInput
        control={{ id }}
        label={viewsEdgesTexts.conditionOfRouteTo(edge.target)}
        kind={routeCondition}
        placeholder={hasDefault ? 'otherwise' : viewsEdgesTexts.conditionExample}
        value={typed ?? condition}
        onChange={setTyped}
        onBlur={finish}
        onKey={(key) => (key === 'enter' ? finish() : session.view.closeDialog())}
      />
      {!hasDefault && (typed ?? condition).trim() === '' && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            keepFocusInDialog()
            session.perform({ type: 'set_route_condition', step: edge.source, route, condition: null })
          }}
        >
          {viewsEdgesTexts.useAsOtherwise}
        </Button>
      )}
    </>
  )
}

function NewTargets({ edge, onDone }: { edge: GraphEdge; onDone: () => void }) {
  const session = useSession()
  const whole = useDocument((document) => document.graph)
  const graph = levelWith(whole, edge.source)
  const mayLeadTo = useCallback(
    (to: string) => to !== edge.target && canReconnect(graph, edgeRef(edge), edge.source, to).allowed,
    [graph, edge],
  )
  return (
    <TargetList
      label={viewsEdgesTexts.newTargetsForInsteadOf(edge.source, edge.target)}
      nodes={graph.nodes}
      mayLeadTo={mayLeadTo}
      onPick={(to) => {
        keepFocusInDialog()
        onDone()
        session.perform({ type: 'reconnect', edge: edgeRef(edge), to })
      }}
    />
  )
}

/** A row goes with the button that was pressed in it: the focus stays in the dialog. */
function keepFocusInDialog(): void {
  document.activeElement?.closest<HTMLElement>('[role="dialog"]')?.focus()
}
