'use client'

import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { useChangesStore } from '#components/api/changes-store.ts'
import { useMay } from '#components/people/use-may.ts'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { DeliveryList } from '../deliveries/delivery-list.tsx'
import { deliveryTexts } from '../deliveries/texts/deliveries.ts'
import { artifactTexts } from '../texts/artifacts.ts'
import { envelopeTexts } from '../texts/envelope.ts'
import { runTexts } from '../texts/run.ts'
import { runCodeTexts } from '../texts/run-code.ts'
import { runLogTexts } from '../texts/run-log.ts'
import type { Permissions } from './acting/use-permissions.ts'
import type { Asking } from './acting/use-run-actions.ts'
import { ArtifactList } from './artifacts/artifact-list.tsx'
import { artifactsOf } from './artifacts/artifacts-of.ts'
import { hasPhaseDiagram } from './envelope/phase-track.ts'
import type { RunGraph } from './graph/use-run-graph.ts'
import { HistoryView } from './history/history-view.tsx'
import type { RunIndex } from './instant/run-index.ts'
import type { ShownMoment } from './instant/use-moment.ts'
import { LogView } from './log/log-view.tsx'
import { MessagesView } from './messages/messages-view.tsx'
import { StateView } from './state/state-view.tsx'
import { TimelineView } from './timeline/timeline-view.tsx'
import type { DescendantSelection } from './use-selection.ts'

export interface RunDockProps {
  runId: string
  shown: ShownMoment
  /** The whole run, including events after the instant. */
  index: RunIndex
  /** Null for a definition that cannot be read. */
  runGraph: RunGraph | null
  selected: string | null
  onSelect(step: string | null): void
  /** The selection in a run below. */
  descendant: DescendantSelection | null
  onSelectDescendant(descendant: DescendantSelection): void
  isStreaming: boolean
  isFresh: boolean
  permissions: Permissions
  onAsk(asking: Asking): void
  /** Opens the dialog for a message to the code. */
  onMessage(kind: 'signal' | 'update'): void
}

const views = [
  'timeline',
  'code',
  'messages',
  'envelope',
  'logs',
  'history',
  'state',
  'artifacts',
  'deliveries',
] as const

/** Some lines in place of a view whose code is loading. */
function ViewSpace() {
  return (
    <div className="grid gap-2 p-3.5" aria-hidden="true">
      <Skeleton className="w-80" />
      <Skeleton className="w-60" />
      <Skeleton className="w-72" />
    </div>
  )
}

/** The diagram of the phases: few runs have one. */
const EnvelopeView = dynamic(() => import('./envelope/envelope-view.tsx').then((module) => module.EnvelopeView), {
  ssr: false,
  loading: ViewSpace,
})

/** The text of the code needs an editor: only runs of code load it. */
const CodeView = dynamic(() => import('./code/code-view.tsx').then((module) => module.CodeView), {
  ssr: false,
  loading: ViewSpace,
})

const dockClasses = 'h-full bg-surface max-md:border-t'

/** The dock before it is drawn: the row of tabs and some lines of a timeline, in their final sizes. */
export function DockSpace() {
  return (
    <div className={dockClasses} aria-hidden="true">
      <div className="flex h-9 items-center gap-3 border-b px-3.5">
        <Skeleton className="w-16" />
        <Skeleton className="w-14" />
        <Skeleton className="w-10" />
      </div>
      <div className="grid gap-3 p-3.5">
        {[64, 88, 52].map((width) => (
          <div key={width} className="flex items-center gap-4">
            <Skeleton className="w-36" />
            <span style={{ width: `${width / 2}%` }}>
              <Skeleton />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The dock below the graph: the run over time, event by event, and as data. */
export function RunDock(props: RunDockProps) {
  const { runId, shown, index, runGraph, selected, onSelect, descendant, onSelectDescendant, isStreaming, isFresh } =
    props
  const { permissions, onAsk, onMessage } = props
  const [view, setView] = useQueryState('view', parseAsStringLiteral(views).withDefault('timeline'))
  const hasWebhooks = useMay('webhook.admin')
  const { moment, goTo } = shown
  const { events } = index
  const { state, isLive } = moment
  const artifacts = useMemo(() => artifactsOf(moment.events), [moment.events])
  return (
    <Tabs
      label={runTexts.viewsOfThisRun}
      className={dockClasses}
      value={view}
      onValueChange={(next) => void setView(views.find((one) => one === next) ?? null)}
      aside={<Liveness isLive={isLive} hasEnded={state.outcome !== null} isStreaming={isStreaming} isFresh={isFresh} />}
      tabs={[
        {
          value: 'timeline',
          label: runTexts.timeline,
          content: (
            <TimelineView
              events={events}
              runGraph={runGraph}
              hasEnded={index.state.outcome !== null}
              instant={isLive ? null : state.at}
              onGo={goTo}
              selected={selected}
              onSelect={onSelect}
              descendant={descendant}
              onSelectDescendant={onSelectDescendant}
            />
          ),
        },
        ...(index.state.code
          ? [
              { value: 'code', label: runCodeTexts.code, content: <CodeView state={state} /> },
              {
                value: 'messages',
                label: runCodeTexts.messages,
                content: <MessagesView moment={moment} permissions={permissions} onMessage={onMessage} />,
              },
            ]
          : []),
        ...(hasPhaseDiagram(index.state)
          ? [
              {
                value: 'envelope',
                label: envelopeTexts.envelope,
                content: (
                  <EnvelopeView
                    executable={runGraph?.executable ?? null}
                    moment={moment}
                    permissions={permissions}
                    onAsk={onAsk}
                    onSelect={onSelect}
                  />
                ),
              },
            ]
          : []),
        {
          value: 'logs',
          label: runLogTexts.logs,
          content: (
            <LogView
              events={moment.events}
              createdAt={state.createdAt}
              isLive={isLive && state.outcome === null}
              selected={selected}
              onSelect={onSelect}
            />
          ),
        },
        {
          value: 'history',
          label: runTexts.history,
          count: events.length,
          content: <HistoryView runId={runId} events={events} shown={shown} selected={selected} onSelect={onSelect} />,
        },
        { value: 'state', label: runTexts.state, content: <StateView moment={moment} index={index} /> },
        ...(artifacts.length > 0
          ? [
              {
                value: 'artifacts',
                label: artifactTexts.artifacts,
                count: artifacts.length,
                content: (
                  <div className="h-full overflow-y-auto p-3.5">
                    <ArtifactList artifacts={artifacts} />
                  </div>
                ),
              },
            ]
          : []),
        ...(hasWebhooks
          ? [
              {
                value: 'deliveries',
                label: deliveryTexts.deliveries,
                content: (
                  <div className="h-full overflow-y-auto p-3.5">
                    <DeliveryList runId={runId} />
                  </div>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

/** Whether the page shows the present state. */
interface LivenessProps {
  isLive: boolean
  hasEnded: boolean
  isStreaming: boolean
  isFresh: boolean
}

function Liveness({ isLive, hasEnded, isStreaming, isFresh }: LivenessProps) {
  const isLost = useChangesStore((changes) => changes.liveness === 'lost')
  const present = hasEnded ? 'Ended' : isFresh ? 'Live' : runTexts.updating
  const word = isLost && !isStreaming ? 'Reconnecting…' : !isLive ? runTexts.pastState : present
  return (
    <span className="flex items-center gap-1.5 text-small text-muted" role="status">
      {word === 'Live' && <span aria-hidden="true" className="size-1.5 rounded-full bg-done" />}
      {word}
    </span>
  )
}
