'use client'

import { useCallback, useRef, useState } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import type { EdgeKind } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import { canConnect, defaultKind } from '#core/graph/rules.ts'
import { connectSteps } from '../../commands/step-commands.ts'
import { useDocument, useSelection, useSession, useView } from '../../model/session-context.tsx'
import { viewsEdgesTexts } from '../../texts/views-edges.ts'
import { TargetList } from './target-list.tsx'

/** Connecting by keyboard: the steps that the selected one may lead to, as a list. */
export function ConnectDialog() {
  const session = useSession()
  const open = useView((view) => view.dialog === 'connect')
  const from = useSelection((selection) => (selection.steps.size === 1 ? [...selection.steps][0] : undefined))
  const picked = useRef<(() => void) | null>(null)
  if (!open || from === undefined) return null
  return (
    <Dialog
      open
      onOpenChange={session.view.closeDialog}
      // A new route opens its condition, which gets the focus.
      onClosed={() => {
        picked.current?.()
        picked.current = null
      }}
      title={viewsEdgesTexts.connectTo(from)}
      width="narrow"
    >
      <Targets
        from={from}
        onPick={(to, kind) => {
          picked.current = () => connectSteps(session, from, to, kind)
          session.view.closeDialog()
        }}
      />
    </Dialog>
  )
}

function Targets({ from, onPick }: { from: string; onPick: (to: string, kind: EdgeKind) => void }) {
  const whole = useDocument((document) => document.graph)
  const graph = levelWith(whole, from)
  const usual = defaultKind(graph, from)
  const [kind, setKind] = useState<EdgeKind>(usual)
  const mayLeadTo = useCallback((to: string) => canConnect(graph, from, to, kind).allowed, [graph, from, kind])
  return (
    <div className="grid gap-2 pb-2">
      <fieldset className="flex gap-4">
        <legend className="sr-only">{viewsEdgesTexts.kindOfConnection}</legend>
        {[usual, 'failure' as const].map((choice) => (
          <label key={choice} className="flex items-center gap-1.5">
            <input type="radio" name="kind" checked={kind === choice} onChange={() => setKind(choice)} />
            {choice === 'failure'
              ? viewsEdgesTexts.onFailure
              : choice === 'route'
                ? viewsEdgesTexts.asRoute
                : viewsEdgesTexts.asNextStep}
          </label>
        ))}
      </fieldset>
      <TargetList
        label={viewsEdgesTexts.stepsToConnectTo}
        nodes={graph.nodes}
        mayLeadTo={mayLeadTo}
        onPick={(to) => onPick(to, kind)}
      />
    </div>
  )
}
