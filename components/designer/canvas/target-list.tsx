'use client'

import { Command } from 'cmdk'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { rowClasses } from '#components/ui/popup.ts'
import type { GraphNode } from '#core/graph/graph.ts'

/** More than this and typing is quicker than reading: the list says so. */
const most = 200

export interface TargetListProps {
  readonly label: string
  readonly targets: readonly GraphNode[]
  readonly onPick: (step: string) => void
}

/** The steps that an edge may lead to: type to find one, Enter to take it. */
export function TargetList({ label, targets, onPick }: TargetListProps) {
  return (
    <Command label={label} loop className="rounded-m border">
      <Command.Input
        autoFocus
        aria-label="Find a step"
        placeholder="Find a step"
        className="h-9 w-full border-b px-3 outline-none"
      />
      <Command.List className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-muted">No step can follow here.</Command.Empty>
        {targets.slice(0, most).map((node) => (
          <Command.Item key={node.id} value={node.id} onSelect={() => onPick(node.id)} className={rowClasses}>
            <StepIcon type={node.step.type} className="text-muted" />
            {node.id}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
