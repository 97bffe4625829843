'use client'

import { ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import type { DrawnNode } from './drawing.ts'

interface GraphVerbs {
  toggle(id: string): void
  pick(id: string, round: number): void
  look(id: string): void
}

export interface RoundsOfLoop {
  readonly id: string
  readonly rounds: NonNullable<DrawnNode['rounds']>
}

/** The functions of the node buttons, for the selected step. `loop`: the open LOOP that the step is, or is in. */
export function useGraphActions(
  id: string | null,
  drawnNode: DrawnNode | undefined,
  loop: RoundsOfLoop | null,
  { toggle, pick, look }: GraphVerbs,
): void {
  const actions = useMemo((): readonly Action[] => {
    const group = 'Graph'
    const isFan = drawnNode?.step.type === 'PARALLEL'
    const round = (label: string, shortcut: string, by: number): Action => ({
      id: by < 0 ? 'graph.previousRound' : 'graph.nextRound',
      label,
      group,
      shortcut,
      keywords: ['loop', 'iteration'],
      enabled: loop !== null && loop.rounds.shown + by >= 0 && loop.rounds.shown + by < loop.rounds.count,
      perform: () => loop && pick(loop.id, loop.rounds.shown + by),
    })
    return [
      {
        id: 'graph.open',
        label: isFan
          ? runGraphTexts.showItemsOfStep
          : drawnNode?.isOpen
            ? runGraphTexts.collapseStep
            : runGraphTexts.expandStep,
        group,
        icon: ChevronsUpDown,
        shortcut: 'o',
        keywords: ['expand', 'collapse', 'sub-workflow', 'loop', 'items'],
        enabled: drawnNode !== undefined && (drawnNode.opens || isFan),
        perform: () => id !== null && (isFan ? look(id) : toggle(id)),
      },
      round(runGraphTexts.previousRoundOfLoop, '<', -1),
      round(runGraphTexts.nextRoundOfLoop, '>', 1),
    ]
  }, [id, drawnNode, loop, toggle, pick, look])
  useOfferActions(actions)
}
