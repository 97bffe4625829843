'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RunDetail, RunSummary } from '#components/api/models.ts'
import { useStepTitle } from '#components/canvas/step-titles.tsx'
import { runsPath, workflowPath } from '#components/shell/paths.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { isSafeToRetry } from '#core/run/preview/safe-to-retry.ts'
import { traceIdOf } from '#core/run/start/trace-context.ts'
import { runError } from '#core/run/views/status.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import type { RunError } from '#core/run/words.ts'
import { runSummaryTexts } from '../../texts/run-summary.ts'
import { describePlan, versionWord } from '../../version-words.ts'
import { Fact, Facts } from '../facts.tsx'
import type { Moment } from '../instant/moment.ts'
import { stackFrames } from '../stack-frames.ts'
import { Regenerations } from '../tree/regenerations.tsx'
import { RunLineage } from '../tree/run-lineage.tsx'
import { RunTree } from '../tree/run-tree.tsx'
import { phaseWords } from './phase-words.ts'

export interface RunPanelProps {
  detail: RunDetail
  /** Null while the definition loads. */
  executable: ExecutableDefinition | null
  /** The run's current row. */
  summary: RunSummary
  moment: Moment
  /** Shows the run after an event. */
  onGo(seq: number): void
}

/** The whole run: first its error or its output, then its relatives; its input and its facts are folded. */
export function RunPanel({ detail, executable, summary, moment, onGo }: RunPanelProps) {
  const { state, events } = moment
  const isSafe = executable !== null && isSafeToRetry(executable, state) === true
  const error = runError(state)
  const input = state.header.input
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-auto p-3.5">
      {error && <ErrorPart error={error} after={phaseWords(viewsOf(state).phase, isSafe)} />}
      {/* The outputs of a run with variants are on their cards. */}
      {!error && !state.header.fan_out && <OutputPart output={state.data} isDone={state.outcome !== null} />}
      <RunLineage header={state.header} summary={summary} reruns={detail.reruns} events={events} onGo={onGo} />
      <Regenerations lineage={summary.lineage} regeneratedBy={detail.regeneratedBy} />
      <RunTree
        runId={detail.runId}
        hasRelatives={detail.parentRunId !== null || Object.keys(state.children).length > 0 || summary.childCount > 0}
      />
      {isJsonObject(input) && Object.keys(input).length > 0 && (
        <Fold title={runSummaryTexts.input}>
          <JsonView label={runSummaryTexts.input} value={input} />
        </Fold>
      )}
      <Fold title={runSummaryTexts.aboutThisRun}>
        <RunFacts detail={detail} moment={moment} />
      </Fold>
    </div>
  )
}

function ErrorPart({ error, after }: { error: RunError; after: string | null }) {
  const titleOf = useStepTitle()
  const frames = stackFrames(error.stack)
  return (
    <section className="grid gap-1.5">
      <h2 className="text-label text-muted">{runSummaryTexts.error}</h2>
      <p className="tone-failed rounded-m bg-tone-soft px-2.5 py-2 wrap-anywhere text-tone">
        {error.step && <b>{titleOf(error.step)}: </b>}
        {isolateText(error.message)}
      </p>
      {after !== null && <p className="text-small text-muted">{capital(after)}.</p>}
      {frames !== null && <CodeBlock label={runSummaryTexts.stack} text={frames} wrap />}
    </section>
  )
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The state of a completed run is its output; before its end it is what its steps have written so far. */
function OutputPart({ output, isDone }: { output: Json; isDone: boolean }) {
  const title = isDone ? runSummaryTexts.output : runSummaryTexts.outputSoFar
  const isEmpty = !isJsonObject(output) || Object.keys(output).length === 0
  return (
    <section className="grid gap-1.5">
      <h2 className="text-label text-muted">{title}</h2>
      {isEmpty ? (
        <p className="text-muted">{isDone ? runSummaryTexts.noOutput : runSummaryTexts.noOutputYet}</p>
      ) : (
        <JsonView label={title} value={output} />
      )}
    </section>
  )
}

/** A part of the panel that is opened on request. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group/fold border-t pt-3">
      <summary className="flex cursor-default list-none items-center gap-1 rounded-s text-label text-muted hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-3.5 group-open/fold:rotate-90" />
        <h2>{title}</h2>
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}

/** The caller's own id of the work, which leads to all runs that have had it. */
function WorkflowId({ id }: { id: string }) {
  return (
    <PageLink
      href={runsPath({ q: id })}
      className="font-mono text-code wrap-anywhere text-accent hover:underline"
      title={runSummaryTexts.allRunsOfWorkflowId}
    >
      {isolateText(id)}
    </PageLink>
  )
}

function RunFacts({ detail, moment: { state, isLive } }: Pick<RunPanelProps, 'detail' | 'moment'>) {
  return (
    <Facts>
      <Fact name={runSummaryTexts.workflow}>
        <PageLink href={workflowPath(detail.workflow)} className="text-accent hover:underline">
          {detail.workflow}
        </PageLink>
        {detail.workflowArchived && <span className="text-muted">{runSummaryTexts.archivedNewRunsAreOff}</span>}
      </Fact>
      <Fact name={runSummaryTexts.version}>
        {detail.testPlan ? describePlan(detail.testPlan) : versionWord(detail)}
      </Fact>
      <Fact name={runSummaryTexts.created}>
        <Instant at={state.createdAt} />
      </Fact>
      <Fact name={state.outcome === null && isLive ? runSummaryTexts.runningFor : runSummaryTexts.took}>
        <Elapsed from={state.startedAt ?? state.createdAt} to={state.outcome?.at ?? (isLive ? null : state.at)} />
      </Fact>
      <Fact name={runSummaryTexts.startedBy}>{isolateText(state.header.actor.name ?? state.header.actor.id)}</Fact>
      <Fact name={runSummaryTexts.mode}>{detail.drive === 'manual' && runSummaryTexts.stepThroughManually}</Fact>
      <Fact name={runSummaryTexts.attempt}>{state.runAttempt > 1 && state.runAttempt}</Fact>
      <Fact name={runSummaryTexts.tags}>
        {detail.tags.length > 0 &&
          detail.tags.map((tag) => (
            <Chip key={tag} className="mr-1" title={isolateText(tag)}>
              <span className="truncate">{isolateText(tag)}</span>
            </Chip>
          ))}
      </Fact>
      <Fact name={runSummaryTexts.workflowId}>
        {state.header.workflow_id !== undefined && <WorkflowId id={state.header.workflow_id} />}
      </Fact>
      <Fact name={runSummaryTexts.trace}>
        {detail.traceUrl !== undefined && (
          <a
            href={detail.traceUrl.replace('{trace_id}', traceIdOf(state.header))}
            target="_blank"
            rel="noreferrer"
            className="text-accent hover:underline"
          >
            {runSummaryTexts.openTrace}
          </a>
        )}
      </Fact>
      <Fact name={runSummaryTexts.runId}>
        <span className="group flex items-start gap-1">
          <span className="font-mono text-code">{detail.runId}</span>
          <CopyButton label={runSummaryTexts.runId} textOf={() => detail.runId} className="-my-1 max-md:opacity-100" />
        </span>
      </Fact>
    </Facts>
  )
}
