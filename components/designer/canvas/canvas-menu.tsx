'use client'

import type { MouseEvent, ReactNode } from 'react'
import { ContextMenu } from '#components/ui/menu.tsx'
import { useSession } from '../session-context.tsx'
import { useDesignerActionItems } from '../use-designer-actions.ts'

const offered = [
  'designer.add',
  'designer.rename',
  'designer.connect',
  'designer.copy',
  'designer.cut',
  'designer.paste',
  'designer.duplicate',
  'designer.alignColumn',
  'designer.alignRow',
  'designer.distributeColumn',
  'designer.distributeRow',
  'designer.tryUpTo',
  'designer.tryStep',
  'designer.pin',
  'designer.group',
  'designer.ungroup',
  'designer.fold',
  'designer.open',
  'designer.extract',
  'designer.note',
  'designer.findUses',
  'designer.remove',
  'designer.selectAll',
  'designer.tidy',
  'designer.fit',
] as const

/** The right mouse button (or the menu key) on the canvas: what can be done with what is under it. */
export function CanvasMenu({ children }: { children: ReactNode }) {
  const session = useSession()
  const items = useDesignerActionItems(offered).filter(({ disabled }) => disabled !== true)
  const select = (event: MouseEvent) => {
    const target = event.target as Element
    const node = target.closest<HTMLElement>('.react-flow__node')?.dataset.id
    const under = node === undefined ? [] : session.flow.stepsOf(node)
    const edge = target.closest<HTMLElement>('.react-flow__edge')?.dataset.id
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
