'use client'

import { useRouter } from 'next/navigation'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { prepareLayout } from '#components/canvas/layout/request-layout.ts'
import { movesOnlyTheView } from '#components/shell/actions/match-press.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { NotFoundPage } from '#components/shell/failure/not-found-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { payloadPath, workflowPath } from '#components/shell/paths.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { PayloadAddress } from '#components/ui/json/offloaded-value.tsx'
import { useStagedRender } from '#components/ui/pacing/use-staged-render.ts'
import type { Step } from '#core/definition/definition.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import { openSignals } from '#core/run/views.ts'
import { shortId } from '../run-link.tsx'
import { describePlan, versionWord } from '../version-words.ts'
import type { RerunFrom } from './acting/rerun/rerun-choice.ts'
import { stepsThatRan } from './acting/rerun/steps-that-ran.ts'
import { RunControls } from './acting/run-controls.tsx'
import { SignalDialog } from './acting/signal-dialog.tsx'
import { StepActs } from './acting/step-acts.tsx'
import { usePermissions } from './acting/use-permissions.ts'
import type { Asking } from './acting/use-run-actions.ts'
import { useRunVerbs } from './acting/use-run-verbs.ts'
import { ChildPanel } from './child-panel.tsx'
import { RunGraph } from './graph/run-graph.tsx'
import { useRunGraph } from './graph/use-run-graph.ts'
import { Scrubber } from './instant/scrubber.tsx'
import { useMoment } from './instant/use-moment.ts'
import { type LiveRun, useLiveRun } from './live/use-live-run.ts'
import { DockSpace, RunDock } from './run-dock.tsx'
import { StepPanel } from './step/step-panel.tsx'
import { RunPanel } from './summary/run-panel.tsx'
import { RunSentence } from './summary/run-sentence.tsx'
import { RunSkeleton } from './summary/run-skeleton.tsx'
import { useDetailsInView } from './use-details-in-view.ts'
import { useSelection } from './use-selection.ts'

interface RunPageProps {
  readonly runId: string
  /** The dialog for a task's decision. The route passes it in, because the inbox is a layer above the runs. */
  readonly DecideDialog: ComponentType<{ taskId: string; onClose: () => void }>
}

export function RunPage({ runId, DecideDialog }: RunPageProps) {
  useEffect(prepareLayout, [])
  const { live, query } = useLiveRun(runId)
  if (live) {
    return (
      <PayloadAddress value={(sha256) => payloadPath(runId, sha256)}>
        <LoadedRun live={live} DecideDialog={DecideDialog} />
      </PayloadAddress>
    )
  }
  if (query.isError) {
    const { code, message } = apiFailure(query.error)
    if (code === 'NOT_FOUND') return <NotFoundPage what={message} />
    // The server names a field in its error for a malformed id, but this page has no such field.
    if (code === 'BAD_REQUEST') return <NotFoundPage what={`${runId} is not the id of a run.`} />
    return (
      <>
        <TopBar
          crumbs={[
            { label: 'Runs', href: '/runs' },
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
const turns = { graph: 0, details: 1, dock: 2 } as const

function LoadedRun({
  live: { detail, log, isStreaming },
  DecideDialog,
}: { live: LiveRun } & Pick<RunPageProps, 'DecideDialog'>) {
  const turn = useStagedRender(turns.dock, movesOnlyTheView)
  // Actions follow from the current state; all other parts show the instant.
  const { state, events } = log
  const shown = useMoment(log)
  const { moment, goTo } = shown
  const selection = useSelection()
  const { selected, descendant, select, selectDescendant } = selection
  const { details, choose, chooseDescendant, close } = useDetailsInView(selection)
  const [deciding, setDeciding] = useState<string | null>(null)
  const [rerunFrom, setRerunFrom] = useState<RerunFrom | null>(null)
  const [preview, setPreview] = useState<readonly PreviewStep[] | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [isSignalling, setSignalling] = useState(false)
  const router = useRouter()
  const runGraph = useRunGraph(detail.definitionText, detail.testPlan, state, moment.state)
  const executable = runGraph?.executable ?? null
  const verbs = useRunVerbs(detail.runId)
  const permissions = usePermissions(executable, state, detail.permissions, detail.asker)
  const openRerun = useCallback(
    () => (detail.testPlan ? router.push(workflowPath(detail.workflow)) : setRerunFrom({ kind: 'start' })),
    [detail.testPlan, detail.workflow, router],
  )
  const openSignal = useCallback(() => setSignalling(true), [])
  const awaited = openSignals(state).map(({ step, signal }) => ({
    step,
    signal,
    schema: schemaOf(runGraph?.step(step)),
  }))
  return (
    <>
      <TopBar
        crumbs={[
          { label: 'Runs', href: '/runs' },
          { label: detail.workflow, href: workflowPath(detail.workflow) },
          { label: shortId(detail.runId), mono: true },
        ]}
        actions={
          <RunControls
            detail={detail}
            state={state}
            executable={executable}
            permissions={permissions}
            verbs={verbs}
            asking={asking}
            onAsk={setAsking}
            selected={selected}
            rerunFrom={rerunFrom}
            onRerunFrom={setRerunFrom}
            onPreview={setPreview}
            onSignal={openSignal}
            onRerun={openRerun}
          />
        }
      >
        {detail.testPlan ? (
          <Chip tone="child">{describePlan(detail.testPlan)}</Chip>
        ) : (
          <Chip>{versionWord(detail)}</Chip>
        )}
        {detail.test && !detail.testPlan && <Chip tone="child">below a test</Chip>}
      </TopBar>
      <RunSentence
        executable={executable}
        moment={moment}
        onSelect={choose}
        onDecide={setDeciding}
        onSignal={openSignal}
      />
      <Scrubber shown={shown} events={events} hasEnded={state.outcome !== null} />
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:flex-none">
          <div className="min-h-0 flex-1 max-md:h-90 max-md:flex-none">
            {runGraph ? (
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
              />
            ) : (
              <p className="p-6 text-muted">
                The definition of this run cannot be drawn. Its history below is complete.
              </p>
            )}
          </div>
          {turn < turns.dock ? (
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
            />
          )}
        </div>
        <aside
          ref={details}
          aria-label="Details"
          className="flex w-85 shrink-0 flex-col border-l bg-surface max-md:w-full max-md:border-t max-md:border-l-0"
        >
          {descendant && (
            <ChildPanel
              descendant={descendant}
              at={moment.isLive ? null : moment.state.at}
              onDecide={setDeciding}
              onClose={close}
            />
          )}
          {!descendant && selected === null && turn >= turns.details && (
            <RunPanel detail={detail} summary={log.summary} moment={moment} onGo={goTo} />
          )}
          {!descendant && selected !== null && (
            <StepPanel
              key={selected}
              name={selected}
              step={runGraph?.step(selected)}
              moment={moment}
              index={log}
              acts={
                <StepActs
                  step={selected}
                  permissions={permissions}
                  mayRetryFrom={
                    executable !== null &&
                    permissions.may('retry') &&
                    stepsThatRan(executable, state).includes(selected)
                  }
                  onRetryFrom={() => setRerunFrom({ kind: 'step', step: selected })}
                  onAsk={setAsking}
                />
              }
              onDecide={setDeciding}
              onSignal={openSignal}
              onClose={close}
            />
          )}
        </aside>
      </div>
      {deciding && <DecideDialog taskId={deciding} onClose={() => setDeciding(null)} />}
      {isSignalling && <SignalDialog awaited={awaited} onClose={() => setSignalling(false)} onSend={verbs.signal} />}
    </>
  )
}

const schemaOf = (step: Step | undefined) => (step?.type === 'SIGNAL' ? step.schema : undefined)
