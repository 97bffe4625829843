'use client'

import type { MouseEvent, ReactNode } from 'react'
import { ContextMenu } from '#components/ui/menu.tsx'
import { canvasMenu, itemsInParts } from '../menu-parts.ts'
import { useSession } from '../session-context.tsx'
import { useDesignerActionItems } from '../use-designer-actions.ts'

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
