'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useChangesStore } from '#components/api/changes-store.ts'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { runTexts } from '../texts/run.ts'
import type { RunGraph } from './graph/use-run-graph.ts'
import { HistoryView } from './history/history-view.tsx'
import type { RunIndex } from './instant/run-index.ts'
import type { ShownMoment } from './instant/use-moment.ts'
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
}

const views = ['timeline', 'history', 'state'] as const

const dockClasses = 'h-[clamp(15.5rem,34vh,26rem)] shrink-0 border-t bg-surface max-md:h-80'

/** The placeholder of the dock. */
export function DockSpace() {
  return <div className={dockClasses} />
}

/** The dock below the graph: the run over time, event by event, and as data. */
export function RunDock(props: RunDockProps) {
  const { runId, shown, index, runGraph, selected, onSelect, descendant, onSelectDescendant, isStreaming } = props
  const [view, setView] = useQueryState('view', parseAsStringLiteral(views).withDefault('timeline'))
  const { moment, goTo } = shown
  const { events } = index
  const { state, isLive } = moment
  return (
    <Tabs
      label={runTexts.viewsOfThisRun}
      className={dockClasses}
      value={view}
      onValueChange={(next) => void setView(views.find((one) => one === next) ?? null)}
      aside={<Liveness isLive={isLive} hasEnded={state.outcome !== null} isStreaming={isStreaming} />}
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
        {
          value: 'history',
          label: runTexts.history,
          count: events.length,
          content: <HistoryView runId={runId} events={events} shown={shown} selected={selected} onSelect={onSelect} />,
        },
        { value: 'state', label: runTexts.state, content: <StateView moment={moment} index={index} /> },
      ]}
    />
  )
}

/** Whether the page shows the present state. */
function Liveness({ isLive, hasEnded, isStreaming }: { isLive: boolean; hasEnded: boolean; isStreaming: boolean }) {
  const isLost = useChangesStore((changes) => changes.liveness === 'lost')
  const word = isLost && !isStreaming ? 'Reconnecting…' : !isLive ? runTexts.pastState : hasEnded ? 'Ended' : 'Live'
  return (
    <span className="flex items-center gap-1.5 text-small text-muted" role="status">
      {word === 'Live' && <span aria-hidden="true" className="size-1.5 rounded-full bg-done" />}
      {word}
    </span>
  )
}
