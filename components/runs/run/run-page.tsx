'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { prepareLayout } from '#components/canvas/layout/request-layout.ts'
import { StepTitlesProvider } from '#components/canvas/step-titles.tsx'
import { RunValues } from '#components/runs/run-values.tsx'
import { movesOnlyTheView } from '#components/shell/actions/match-press.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { NotFoundPage } from '#components/shell/failure/not-found-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { SplitPane } from '#components/ui/layout/split-pane.tsx'
import { useStagedRender } from '#components/ui/pacing/use-staged-render.ts'
import type { Step } from '#core/definition/definition.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import type { RunState } from '#core/run/state.ts'
import { openSignals } from '#core/run/views/waits.ts'
import { shortId } from '../short-id.ts'
import { runTexts } from '../texts/run.ts'
import { SignalDialog } from './acting/signal-dialog.tsx'
import { usePermissions } from './acting/use-permissions.ts'
import { useRunVerbs } from './acting/use-run-verbs.ts'
import { NoGraph } from './graph/no-graph.tsx'
import { RunGraph } from './graph/run-graph.tsx'
import { useGraphOfRun } from './graph/use-graph-of-run.ts'
import type { RunGraph as RunGraphModel } from './graph/use-run-graph.ts'
import { Scrubber } from './instant/scrubber.tsx'
import { useMoment } from './instant/use-moment.ts'
import { type LiveRun, useLiveRun } from './live/use-live-run.ts'
import { MessageDialog } from './messages/message-dialog.tsx'
import { RunBar } from './run-bar.tsx'
import { RunDetails } from './run-details.tsx'
import { DockSpace, RunDock } from './run-dock.tsx'
import { RunSentence } from './summary/run-sentence.tsx'
import { RunSkeleton } from './summary/run-skeleton.tsx'
import { useDetailsInView } from './use-details-in-view.ts'
import { useRunDialogs } from './use-run-dialogs.ts'
import { useSelection } from './use-selection.ts'
import { useSplitShare } from './use-split-share.ts'
import { useStepEntries } from './use-step-entries.ts'
import { VariantCards } from './variants/variant-cards.tsx'

interface RunPageProps {
  readonly runId: string
  /** The dialog for a task's decision. The route passes it in, because the inbox is a layer above the runs. */
  readonly DecideDialog: ComponentType<{ taskId: string; onClose: () => void }>
}

export function RunPage({ runId, DecideDialog }: RunPageProps) {
  useEffect(prepareLayout, [])
  const { live, query } = useLiveRun(runId)
  // What was read before stays in the cache of a run that was removed meanwhile.
  const missing = query.isError ? apiFailure(query.error) : null
  if (missing?.code === 'NOT_FOUND') return <NotFoundPage what={missing.message} />
  if (live) {
    return (
      <RunValues runId={runId}>
        <LoadedRun live={live} DecideDialog={DecideDialog} />
      </RunValues>
    )
  }
  if (query.isError) {
    const { code } = apiFailure(query.error)
    // The server names a field in its error for a malformed id, but this page has no such field.
    if (code === 'BAD_REQUEST') return <NotFoundPage what={runTexts.isNotRunId(runId)} />
    return (
      <>
        <TopBar
          crumbs={[
            { label: runTexts.runs, href: '/runs' },
            { label: shortId(runId), mono: true },
          ]}
        />
        <FailureState error={query.error} onRetry={() => query.refetch()} />
      </>
    )
  }
  return <RunSkeleton runId={runId} />
}

/** The order of drawing: the graph first, then frame by frame the parts around it. */
const stages = { graph: 0, details: 1, dock: 2 } as const

function LoadedRun({
  live: { detail, log, isStreaming, isFresh },
  DecideDialog,
}: { live: LiveRun } & Pick<RunPageProps, 'DecideDialog'>) {
  const stage = useStagedRender(stages.dock, movesOnlyTheView)
  // Actions follow from the current state; all other parts show the instant.
  const { state, events } = log
  const shown = useMoment(log)
  const { moment } = shown
  const selection = useSelection()
  const { selected, descendant, select, selectDescendant } = selection
  const { details, choose, chooseDescendant, close } = useDetailsInView(selection)
  const dialogs = useRunDialogs(detail)
  const [share, setShare] = useSplitShare()
  const [preview, setPreview] = useState<readonly PreviewStep[] | null>(null)
  const runGraph = useGraphOfRun(detail, log, moment.state)
  const executable = runGraph?.executable ?? null
  useStepEntries(runGraph, choose)
  const verbs = useRunVerbs(detail.runId)
  const permissions = usePermissions(executable, state, detail.permissions, detail.asker)
  return (
    <StepTitlesProvider value={runGraph?.titled}>
      <RunBar
        detail={detail}
        state={state}
        executable={executable}
        permissions={permissions}
        verbs={verbs}
        selected={selected}
        onPreview={setPreview}
        dialogs={dialogs}
      />
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 border-b bg-surface px-4">
        <RunSentence
          executable={executable}
          moment={moment}
          isFresh={isFresh}
          onSelect={choose}
          onDecide={dialogs.setDeciding}
          onSignal={dialogs.openSignal}
        />
        <Scrubber shown={shown} events={events} hasEnded={state.outcome !== null} />
      </div>
      <VariantCards runId={detail.runId} outputs={detail.outputs} state={moment.state} events={moment.events} />
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <SplitPane
          label={runTexts.heightOfGraph}
          share={share}
          onShare={setShare}
          className="flex-1 max-md:flex-none"
          upper={
            runGraph && runGraph.graph.nodes.length > 0 ? (
              <RunGraph
                runId={detail.runId}
                workflow={detail.workflow}
                graph={runGraph.graph}
                index={log}
                moment={moment}
                selected={selected}
                onSelect={choose}
                descendant={descendant}
                onSelectDescendant={chooseDescendant}
                preview={preview}
                left={runGraph.left ?? 0}
              />
            ) : (
              <NoGraph state={state} />
            )
          }
          lower={
            stage < stages.dock ? (
              <DockSpace />
            ) : (
              <RunDock
                runId={detail.runId}
                shown={shown}
                index={log}
                runGraph={runGraph}
                selected={selected}
                onSelect={select}
                descendant={descendant}
                onSelectDescendant={selectDescendant}
                isStreaming={isStreaming}
                isFresh={isFresh}
                permissions={permissions}
                onAsk={dialogs.setAsking}
                onMessage={(kind) => (kind === 'signal' ? dialogs.openSignal() : dialogs.openUpdate())}
              />
            )
          }
        />
        <RunDetails
          ref={details}
          detail={detail}
          log={log}
          shown={shown}
          runGraph={runGraph}
          permissions={permissions}
          selection={selection}
          dialogs={dialogs}
          isRunPanelDue={stage >= stages.details}
          onClose={close}
        />
      </div>
      {dialogs.deciding && <DecideDialog taskId={dialogs.deciding} onClose={() => dialogs.setDeciding(null)} />}
      {dialogs.sending !== null &&
        (state.code ? (
          <MessageDialog kind={dialogs.sending} state={state} verbs={verbs} onClose={dialogs.closeSending} />
        ) : (
          <SignalDialog
            awaited={awaitedSignals(state, runGraph)}
            onClose={dialogs.closeSending}
            onSend={verbs.signal}
          />
        ))}
    </StepTitlesProvider>
  )
}

/** The signals that the run waits for, each with the schema of its data. */
const awaitedSignals = (state: RunState, runGraph: RunGraphModel | null) =>
  openSignals(state).map(({ step, signal }) => ({ step, signal, schema: schemaOf(runGraph?.step(step)) }))

const schemaOf = (step: Step | undefined) => (step?.type === 'SIGNAL' ? step.schema : undefined)
