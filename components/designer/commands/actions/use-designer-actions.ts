'use client'

import { createContext, createElement, useContext, useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import type { MenuItem } from '#components/ui/overlay/menu.tsx'
import { useSession } from '../../model/session-context.tsx'
import { designerActions } from './designer-actions.ts'
import { useActionContext } from './use-action-context.ts'

/**
 * The available actions: the source of buttons, menus, shortcuts, the `?` sheet and the palette. `versions`: a version
 * is published.
 */
export function useDesignerActions(versions: boolean): readonly Action[] {
  const session = useSession()
  const context = useActionContext(versions)
  return useMemo(() => designerActions(session, context), [session, context])
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
    const { label, icon, shortcut, enabled, why, perform } = action
    return [
      {
        id,
        label,
        shortcut,
        disabled: enabled === false,
        ...(enabled === false ? { why } : {}),
        onSelect: perform,
        ...(icon === undefined ? {} : { icon: createElement(icon) }),
      },
    ]
  })
}
