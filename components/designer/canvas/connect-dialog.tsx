'use client'

import { Command } from 'cmdk'
import { useState } from 'react'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { rowClasses } from '#components/ui/popup.ts'
import type { EdgeKind } from '#core/graph/graph.ts'
import { defaultKind, validTargets } from '#core/graph/rules.ts'
import { connectSteps } from '../commands.ts'
import { useDocument, useSelection, useSession, useView } from '../session-context.tsx'

/** Connecting by keyboard: the steps that the selected one may lead to, as a list. */
export function ConnectDialog() {
  const session = useSession()
  const open = useView((view) => view.dialog === 'connect')
  const from = useSelection((selection) => (selection.steps.size === 1 ? [...selection.steps][0] : undefined))
  if (!open || from === undefined) return null
  return (
    <Dialog open onOpenChange={session.view.closeDialog} title={`Connect ${from} to…`} width="narrow">
      <Targets from={from} />
    </Dialog>
  )
}

function Targets({ from }: { from: string }) {
  const session = useSession()
  const graph = useDocument((document) => document.graph)
  const usual = defaultKind(graph, from)
  const [kind, setKind] = useState<EdgeKind>(usual)
  const targets = new Set(validTargets(graph, from, kind))
  return (
    <div className="grid gap-2 pb-2">
      <fieldset className="flex gap-4">
        <legend className="sr-only">Kind of connection</legend>
        {[usual, 'failure' as const].map((choice) => (
          <label key={choice} className="flex items-center gap-1.5">
            <input type="radio" name="kind" checked={kind === choice} onChange={() => setKind(choice)} />
            {choice === 'failure' ? 'On failure' : choice === 'route' ? 'As a route' : 'As the next step'}
          </label>
        ))}
      </fieldset>
      <Command label="Steps to connect to" loop className="rounded-m border">
        <Command.Input
          autoFocus
          aria-label="Find a step"
          placeholder="Find a step"
          className="h-9 w-full border-b px-3 outline-none"
        />
        <Command.List className="max-h-72 overflow-y-auto p-1">
          <Command.Empty className="px-3 py-6 text-center text-muted">No step can follow here.</Command.Empty>
          {graph.nodes
            .filter((node) => targets.has(node.id))
            .map((node) => (
              <Command.Item
                key={node.id}
                value={node.id}
                onSelect={() => {
                  session.view.closeDialog()
                  connectSteps(session, from, node.id, kind)
                }}
                className={rowClasses}
              >
                <StepIcon type={node.step.type} className="text-muted" />
                {node.id}
              </Command.Item>
            ))}
        </Command.List>
      </Command>
    </div>
  )
}
