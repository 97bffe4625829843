'use client'

import type { RunDetail, RunSummary } from '#components/api/models.ts'
import { workflowPath } from '#components/shell/paths.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { isJsonObject } from '#core/json.ts'
import { runError, viewsOf } from '#core/run/views.ts'
import { runSummaryTexts } from '../../texts/run-summary.ts'
import { describePlan, versionWord } from '../../version-words.ts'
import { Fact, Facts } from '../facts.tsx'
import type { Moment } from '../instant/moment.ts'
import { RunLineage } from '../tree/run-lineage.tsx'
import { RunTree } from '../tree/run-tree.tsx'
import { phaseWords } from './phase-words.ts'

export interface RunPanelProps {
  detail: RunDetail
  /** The run's current row. */
  summary: RunSummary
  moment: Moment
  /** Shows the run after an event. */
  onGo(seq: number): void
}

/** The whole run: its facts, why it failed if it did, and its relatives. */
export function RunPanel({ detail, summary, moment, onGo }: RunPanelProps) {
  const { state, isLive, events } = moment
  const views = viewsOf(state)
  const phaseSays = phaseWords(views.phase)
  const error = runError(state)
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-auto p-3.5">
      <section className="grid gap-2">
        <h2 className="text-label text-muted">{runSummaryTexts.thisRun}</h2>
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
          <Fact name={runSummaryTexts.phase}>
            {views.phase}
            {phaseSays !== null && <span className="text-muted">, {phaseSays}</span>}
          </Fact>
          <Fact name={runSummaryTexts.tags}>
            {detail.tags.length > 0 &&
              detail.tags.map((tag) => (
                <Chip key={tag} className="mr-1" title={isolateText(tag)}>
                  <span className="truncate">{isolateText(tag)}</span>
                </Chip>
              ))}
          </Fact>
          <Fact name={runSummaryTexts.runId}>
            <span className="group flex items-start gap-1">
              <span className="font-mono text-[11.5px]">{detail.runId}</span>
              <CopyButton
                label={runSummaryTexts.runId}
                textOf={() => detail.runId}
                className="-my-1 max-md:opacity-100"
              />
            </span>
          </Fact>
        </Facts>
      </section>
      {error && (
        <section className="grid gap-1.5">
          <h2 className="text-label text-muted">{runSummaryTexts.error}</h2>
          <p className="tone-failed rounded-m bg-tone-soft px-2.5 py-2 wrap-anywhere text-tone">
            {error.step && <b>{isolateText(error.step)}: </b>}
            {isolateText(error.message)}
          </p>
          {error.stack && <CodeBlock label={runSummaryTexts.stack} text={error.stack} wrap />}
        </section>
      )}
      {isJsonObject(state.header.input) && Object.keys(state.header.input).length > 0 && (
        <section className="grid gap-1.5">
          <h2 className="text-label text-muted">{runSummaryTexts.input}</h2>
          <JsonView label={runSummaryTexts.input} value={state.header.input} />
        </section>
      )}
      <RunLineage header={state.header} summary={summary} reruns={detail.reruns} events={events} onGo={onGo} />
      <RunTree
        runId={detail.runId}
        hasRelatives={detail.parentRunId !== null || Object.keys(state.children).length > 0 || summary.childCount > 0}
      />
    </div>
  )
}
