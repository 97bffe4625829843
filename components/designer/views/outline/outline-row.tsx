'use client'

import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { problemTones } from '#components/canvas/node-card.tsx'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { stepTitle } from '#core/definition/title.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import type { OutlineRow as Row } from '../../algorithms/steps/outline-rows.ts'
import type { Pick } from '../../algorithms/steps/rows-between.ts'
import { nodeLabel, stepSummary } from '../../model/drawing/labels.ts'
import { worstSeverity } from '../../model/problems/problem-store.ts'
import { useProblems, useSelection, useSession, useView } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { RenameInput } from './rename-input.tsx'

/** The indentation of a branch in pixels, and the number of indented levels: deeper rows report their level to screen readers only. */
const indent = 16
const deepest = 12

export interface OutlineRowProps {
  readonly row: Row
  /** The step of the row below in the same list. */
  readonly next: string | undefined
  readonly isCurrent: boolean
  readonly isFolded: boolean
  readonly onFold: (step: string) => void
  readonly onPick: (step: string, how: Pick) => void
}

export const OutlineRow = memo(function OutlineRow({
  row,
  next,
  isCurrent,
  isFolded,
  onFold,
  onPick,
}: OutlineRowProps) {
  const session = useSession()
  const { node, level } = row
  const selected = useSelection((selection) => selection.steps.has(node.id))
  const renaming = useView((view) => view.renaming === node.id)
  const problems = useProblems((state) => state.byStep.get(node.id))
  const elsewhere = row.leads.filter((edge) => edge.target !== next || edge.kind !== 'normal')
  const leads = row.leads.map(describeEdge).join(', ')
  const opening = openingWords(row)
  const Fold = isFolded ? ChevronRight : ChevronDown
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the actions of the outline
    <div
      role="treeitem"
      data-step={node.id}
      data-action-scope="outline"
      tabIndex={isCurrent && !renaming ? 0 : -1}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-selected={selected}
      aria-expanded={row.hasBranches ? !isFolded : undefined}
      aria-label={`${nodeLabel(node.step, problems ?? [])}${opening === '' ? '' : `, ${opening}`}${leads === '' ? '' : designerTexts.leadsTo(leads)}`}
      onClick={(event) => {
        if ((event.target as Element).closest('[data-fold]')) onFold(node.id)
        onPick(node.id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only')
      }}
      onContextMenu={() => selected || session.selection.selectStep(node.id)}
      onDoubleClick={() => session.view.showField(['title'], 'main')}
      style={{ paddingLeft: 8 + (Math.min(level, deepest) - 1) * indent }}
      className={classNames(
        'flex min-h-7 items-center gap-2 pr-2 select-none hover:bg-hover focus-visible:-outline-offset-2',
        selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span
        aria-hidden="true"
        data-fold={row.hasBranches || undefined}
        className="-mx-1.5 grid size-6 shrink-0 place-items-center text-faint"
      >
        {row.hasBranches && <Fold className="size-3.5" />}
      </span>
      <StepIcon type={node.step.type} className="size-3.5 shrink-0 text-muted" />
      {renaming ? (
        <RenameInput
          step={node.id}
          onDone={(name) => {
            session.view.rename(null)
            session.selection.selectStep(name)
            session.view.goToPanel('outline')
          }}
        />
      ) : (
        <>
          {opening !== '' && (
            <span className="max-w-[40%] shrink truncate rounded-[6px] border px-1.5 font-mono text-small text-muted">
              {opening}
            </span>
          )}
          <span className="max-w-[70%] shrink-0 truncate font-medium" title={node.id}>
            {stepTitle(node.step)}
          </span>
          <span className="min-w-0 truncate text-muted max-sm:hidden">{stepSummary(node.step)}</span>
          {problems && <Chip tone={problemTones[worstSeverity(problems)]}>{problems.length}</Chip>}
          <span className="ml-auto min-w-0 truncate pl-2 text-small text-muted">
            {elsewhere.length > 0 && `→ ${elsewhere.map(describeEdge).join(', ')}`}
          </span>
        </>
      )}
    </div>
  )
})

/** The words for the branch or list that begins with a row. */
function openingWords({ branch, opens, parent }: Row): string {
  if (branch !== null) return branchWords(branch)
  if (opens === null) return ''
  if (opens === 'branch') return designerTexts.atSameTime
  return opens === 'body'
    ? designerTexts.eachRoundOf(parent)
    : designerTexts.insertedBy(opens.rule || designerTexts.rule)
}

function branchWords(edge: GraphEdge): string {
  if (edge.kind === 'failure') return designerTexts.onFailure
  return edge.kind === 'route' ? (edge.label ?? '') : designerTexts.atSameTime
}

export function describeEdge(edge: GraphEdge): string {
  if (edge.kind === 'failure') return designerTexts.onFailureTarget(edge.target)
  if (edge.kind === 'normal') return edge.target
  return edge.label === 'otherwise'
    ? designerTexts.otherwise(edge.target)
    : designerTexts.if(edge.target, edge.label ?? '')
}
