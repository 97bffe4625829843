'use client'

import { createContext, createElement, useContext, useMemo } from 'react'
import type { Action } from '#components/shell/action.ts'
import type { MenuItem } from '#components/ui/menu.tsx'
import { designerActions } from './actions/designer-actions.ts'
import { useDocument, useSelection, useSession, useTrial } from './session-context.tsx'

/** What can be done now: buttons, menus, shortcuts, the `?` sheet and the palette are made from this. */
export function useDesignerActions(): readonly Action[] {
  const session = useSession()
  const undoes = useDocument((document) => document.history.past.at(-1)?.label)
  const redoes = useDocument((document) => document.history.future.at(-1)?.label)
  const broken = useDocument((document) => document.broken)
  const empty = useDocument((document) => document.graph.nodes.length === 0)
  const steps = useSelection((selection) => selection.steps.size)
  const edges = useSelection((selection) => selection.edges.size)
  const step = useSelection((selection) => (selection.steps.size === 1 ? [...selection.steps][0] : undefined))
  const pinned = useTrial(({ pins }) => step !== undefined && Object.hasOwn(pins, step))
  return useMemo(
    () => designerActions(session, { undoes, redoes, broken, empty, steps, edges, pinned }),
    [session, undoes, redoes, broken, empty, steps, edges, pinned],
  )
}

const ActionsContext = createContext<readonly Action[]>([])
export const ActionsProvider = ActionsContext.Provider

/** One of the designer's actions, for a button. */
export function useDesignerAction(id: string): Action {
  const action = useContext(ActionsContext).find((other) => other.id === id)
  if (action === undefined) throw new Error(`There is no action ${id}.`)
  return action
}

/** Some of the designer's actions, in this order, as the items of a menu. */
export function useDesignerActionItems(ids: readonly string[]): readonly MenuItem[] {
  const actions = useContext(ActionsContext)
  return ids.flatMap((id): readonly MenuItem[] => {
    const action = actions.find((other) => other.id === id)
    if (action === undefined) return []
    const { label, icon, shortcut, enabled, perform } = action
    return [
      {
        id,
        label,
        shortcut,
        disabled: enabled === false,
        onSelect: perform,
        ...(icon === undefined ? {} : { icon: createElement(icon) }),
      },
    ]
  })
}
