'use client'

import { Group, UnfoldVertical } from 'lucide-react'
import { useMemo } from 'react'
import { NodeCard } from '#components/canvas/node-card.tsx'
import type { StepGroup } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { foldGroup } from '../../commands/group-commands.ts'
import { revealProblemsOf } from '../../commands/reveal.ts'
import { stepCount } from '../../model/drawing/labels.ts'
import { worstSeverity } from '../../model/problems/problem-store.ts'
import { problemsInGroup } from '../../model/problems/problems-shown.ts'
import { useDocument, useProblems, useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'

interface FoldedGroupProps {
  readonly group: StepGroup
  readonly selected: boolean
}

/** A group as one node: a pile of cards with the number of its steps and of their problems. */
export function FoldedGroup({ group, selected }: FoldedGroupProps) {
  const session = useSession()
  const byStep = useProblems((state) => state.byStep)
  const nodes = useDocument(({ graph }) => graph.nodes)
  const problems = useMemo(
    () => problemsInGroup(group, new Map(nodes.map(({ id, step }) => [id, step])), byStep),
    [group, nodes, byStep],
  )
  const wrong = problems[0]?.step
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the action of the group does the same
    <div onDoubleClick={() => foldGroup(session, group.id, false)}>
      <span
        aria-hidden="true"
        className="absolute inset-x-2 -bottom-2 h-14 rounded-l border border-line-strong bg-sunken"
      />
      <span
        aria-hidden="true"
        className="absolute inset-x-1 -bottom-1 h-14 rounded-l border border-line-strong bg-surface"
      />
      <NodeCard
        icon={<Group aria-hidden="true" />}
        name={escapeInvisible(group.title)}
        summary={stepCount(group.steps.length)}
        selected={selected}
        overlay={
          problems.length === 0 ? {} : { problems: { count: problems.length, severity: worstSeverity(problems) } }
        }
        onProblems={() => {
          if (wrong === undefined) return
          foldGroup(session, group.id, false)
          revealProblemsOf(session, wrong)
        }}
        tools={
          // biome-ignore lint/a11y: a button inside of a button is none to a screen reader; the keyboard has an action
          <span
            title={designerTexts.expandGroup}
            data-unfold=""
            onClick={() => foldGroup(session, group.id, false)}
            className="nodrag -mr-1.5 grid size-6 shrink-0 cursor-pointer place-items-center rounded-s text-muted hover:bg-hover hover:text-ink [&_svg]:size-3.5"
          >
            <UnfoldVertical aria-hidden="true" />
          </span>
        }
      />
    </div>
  )
}
