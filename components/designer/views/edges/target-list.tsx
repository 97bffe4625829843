'use client'

import { Command } from 'cmdk'
import { useMemo, useState } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { stepTitle } from '#core/definition/title.ts'
import type { GraphNode } from '#core/graph/graph.ts'
import { viewsEdgesTexts } from '../../texts/views-edges.ts'

/** The maximum number of rows: typing is quicker than reading a longer list. */
const most = 100

export interface TargetListProps {
  readonly label: string
  /** The nodes that the list offers, before `mayLeadTo` filters them. */
  readonly nodes: readonly GraphNode[]
  readonly mayLeadTo: (step: string) => boolean
  readonly onPick: (step: string) => void
}

/** The list of steps that an edge may lead to. Typing filters the list, Enter picks a step. */
export function TargetList({ label, nodes, mayLeadTo, onPick }: TargetListProps) {
  const [search, setSearch] = useState('')
  // The check whether an edge is allowed reads the whole graph: the search stops once the list is full.
  const targets = useMemo(() => {
    const words = search.trim().toLowerCase()
    const found: (typeof nodes)[number][] = []
    for (const node of nodes) {
      if (found.length === most) break
      if (isNamed(node, words) && mayLeadTo(node.id)) found.push(node)
    }
    return found
  }, [nodes, search, mayLeadTo])
  return (
    <Command label={label} loop shouldFilter={false} className="rounded-m border">
      <Command.Input
        autoFocus
        placeholder={viewsEdgesTexts.findStep}
        value={search}
        onValueChange={setSearch}
        className="h-9 w-full border-b px-3 outline-none"
      />
      <Command.List label={label} className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-muted">{viewsEdgesTexts.noMatchingStep}</Command.Empty>
        {targets.map((node) => (
          <Command.Item key={node.id} value={node.id} onSelect={() => onPick(node.id)} className={rowClasses}>
            <StepIcon type={node.step.type} className="text-muted" />
            <span title={node.id}>{stepTitle(node.step)}</span>
          </Command.Item>
        ))}
        {targets.length === most && (
          <p className="px-2 py-1.5 text-small text-muted">{viewsEdgesTexts.typeToFindMore}</p>
        )}
      </Command.List>
    </Command>
  )
}

const isNamed = ({ id, step }: GraphNode, words: string) =>
  id.toLowerCase().includes(words) || stepTitle(step).toLowerCase().includes(words)
