'use client'

import type { MouseEvent, ReactNode } from 'react'
import { ContextMenu } from '#components/ui/overlay/menu.tsx'
import { canvasMenu, itemsInParts } from '../../commands/actions/menu-parts.ts'
import { useDesignerActionItems } from '../../commands/actions/use-designer-actions.ts'
import { useSession } from '../../model/session-context.tsx'

const offered = canvasMenu.flat()

/** The right mouse button (or the menu key) on the canvas: what can be done with what is under it. */
export function CanvasMenu({ children }: { children: ReactNode }) {
  const session = useSession()
  const items = itemsInParts(useDesignerActionItems(offered), canvasMenu)
  const select = (event: MouseEvent) => {
    const target = event.target as Element
    const node = target.closest<HTMLElement>('.react-flow__node')?.dataset.id
    const under = node === undefined ? [] : session.flow.stepsOf(node)
    const edge =
      target.closest<HTMLElement>('.react-flow__edge')?.dataset.id ??
      target.closest<HTMLElement>('[data-edge]')?.dataset.edge
    const { steps, edges } = session.selection.store.getState()
    if (under.some((step) => !steps.has(step))) session.selection.selectSteps(under)
    if (edge !== undefined && !edges.has(edge)) session.selection.selectEdge(edge)
  }
  return (
    <ContextMenu items={items}>
      <div className="size-full" onContextMenuCapture={select}>
        {children}
      </div>
    </ContextMenu>
  )
}
