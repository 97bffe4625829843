'use client'

import type { MouseEvent, ReactNode } from 'react'
import { ContextMenu } from '#components/ui/menu.tsx'
import { useSession } from '../session-context.tsx'
import { useDesignerActionItems } from '../use-designer-actions.ts'

/** With a line between one part and the next. */
const parts = [
  ['designer.add', 'designer.addAfter', 'designer.connect', 'designer.rename', 'designer.retype'],
  ['designer.insertOnEdge', 'designer.editCondition', 'designer.route.up', 'designer.route.down'],
  ['designer.edge.source', 'designer.edge.target'],
  ['designer.mend'],
  ['designer.tryStep', 'designer.tryUpTo', 'designer.pin', 'designer.values'],
  ['designer.open', 'designer.group', 'designer.renameGroup', 'designer.ungroup', 'designer.fold', 'designer.extract'],
  ['designer.alignColumn', 'designer.alignRow', 'designer.distributeColumn', 'designer.distributeRow'],
  ['designer.note', 'designer.findUses', 'designer.copyLink'],
  ['designer.copy', 'designer.cut', 'designer.paste', 'designer.duplicate'],
  ['designer.selectAll', 'designer.tidy', 'designer.fit'],
  ['designer.remove'],
] as const
const offered = parts.flat()
const partOf = new Map<string, number>(parts.flatMap((ids, part) => ids.map((id) => [id, part] as const)))

/** The right mouse button (or the menu key) on the canvas: what can be done with what is under it. */
export function CanvasMenu({ children }: { children: ReactNode }) {
  const session = useSession()
  const enabled = useDesignerActionItems(offered).filter(({ disabled, why }) => disabled !== true || why !== undefined)
  const items = enabled.map((item, index) => {
    const before = enabled[index - 1]
    const separated = before !== undefined && partOf.get(before.id) !== partOf.get(item.id)
    return { ...item, separated, danger: item.id === 'designer.remove' }
  })
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
