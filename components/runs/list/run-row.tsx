'use client'

import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { RunSummary } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { runPath, runsPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Chip, StatusChip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { AboutRun } from '../about-run.tsx'
import { doing } from '../doing.ts'
import { shortId } from '../short-id.ts'
import { listTexts } from '../texts/list.ts'
import { variantTexts } from '../texts/variants.ts'
import { versionWord } from '../version-words.ts'
import { childrenShown } from './children-shown.ts'
import type { TreeRow } from './fold-rows.ts'
import { isChosen as isChosenIn, useSelection } from './selection-store.ts'

export const rowHeight = 36
/** Columns that a phone leaves out. */
export const wideOnly = 'max-sm:hidden'
/** Columns that a tablet leaves out as well, so that the others need no scrolling sideways. */
export const widestOnly = 'max-lg:hidden'
const indentPx = 24

export interface RunRowProps {
  row: TreeRow<RunSummary>
  index: number
  onToggle(runId: string): void
  /** Takes the run into the selection or out of it; with `range`, everything from the last one to it. */
  onChoose(runId: string, range: boolean): void
}

const cell = 'h-9 border-b px-3 whitespace-nowrap overflow-hidden text-ellipsis'

export const RunRow = memo(function RunRow({
  row: { run, level, isOpen, unread },
  index,
  onToggle,
  onChoose,
}: RunRowProps) {
  const titleOfWorkflow = useWorkflowTitle()
  const { text, isError } =
    unread === undefined ? doing(run) : { text: listTexts.couldNotLoadSubWorkflows(unread), isError: true }
  // A selection of a whole filter covers rows of the list, not children of an expanded run.
  const isChosenByParent = useSelection(({ except }) => except !== null && level > 0)
  const isChosen = useSelection((selection) => !isChosenByParent && isChosenIn(selection, run.runId))
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className="group relative hover:bg-hover has-[a:focus-visible]:bg-hover aria-selected:bg-accent-soft"
    >
      <td className={classNames(cell, 'pr-0 pl-4')}>
        <Checkbox
          className="z-1"
          aria-label={listTexts.selectRunOf(run.workflow, shortId(run.runId))}
          checked={isChosen}
          disabled={isChosenByParent}
          onClick={(event) => onChoose(run.runId, event.shiftKey)}
        />
      </td>
      <td className={classNames(cell, 'pl-2')}>
        <span className="flex items-center gap-1" style={{ paddingLeft: level * indentPx }}>
          {run.childCount > 0 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={listTexts.subWorkflowsOf(run.workflow)}
              onClick={() => onToggle(run.runId)}
              className="relative z-1 -ml-1.5 grid size-6 shrink-0 place-items-center rounded-s text-faint hover:text-ink"
            >
              <ChevronRight className={classNames('size-3.5', isOpen && 'rotate-90')} />
            </button>
          ) : (
            level > 0 && <span className="w-2 shrink-0" />
          )}
          <PageLink
            data-row-link={run.runId}
            href={runPath(run.runId)}
            className="max-w-full shrink-0 truncate font-[550] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span title={run.workflow}>{titleOfWorkflow(run.workflow)}</span>
          </PageLink>
          {run.variants > 1 && <Chip className="ml-1">{variantTexts.runs(run.variants)}</Chip>}
          <AboutRun about={run.about} className="pl-1" />
          {isOpen && run.childCount > childrenShown && (
            <PageLink
              href={runsPath({ parent: run.runId })}
              className="relative z-1 shrink-0 pl-1 text-small text-accent hover:underline"
            >
              {listTexts.newestOfShowAll(childrenShown, formatNumber(run.childCount))}
            </PageLink>
          )}
        </span>
      </td>
      <td className={cell}>
        <StatusChip
          status={run.status}
          waits={run.humanWait}
          phase={run.phase}
          isQueued={run.publicStatus === 'pending'}
          isShort
        />
      </td>
      <td className={classNames(cell, widestOnly, 'text-muted')}>
        {run.version < 0 ? <Chip tone="child">{versionWord(run)}</Chip> : versionWord(run)}
      </td>
      <td className={classNames(cell, wideOnly, isError ? 'text-failed' : 'text-muted')} title={text}>
        {text}
      </td>
      <td className={classNames(cell, widestOnly, 'text-muted')}>
        <Elapsed from={run.startedAt ?? run.createdAt} to={run.endedAt} />
      </td>
      <td className={cell}>
        <Instant at={run.createdAt} className="font-mono text-code text-faint" />
      </td>
    </tr>
  )
})
