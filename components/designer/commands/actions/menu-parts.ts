import type { MenuItem } from '#components/ui/overlay/menu.tsx'

/** The menu of the canvas, with a line between one part and the next. */
export const canvasMenu: readonly (readonly string[])[] = [
  ['designer.add', 'designer.addAfter', 'designer.connect', 'designer.rename', 'designer.retype', 'designer.disable'],
  ['designer.insertOnEdge', 'designer.editCondition', 'designer.route.up', 'designer.route.down'],
  ['designer.edge.source', 'designer.edge.target'],
  ['designer.mend'],
  ['designer.tryStep', 'designer.tryUpTo', 'designer.pin', 'designer.values'],
  ['designer.open', 'designer.group', 'designer.renameGroup', 'designer.ungroup', 'designer.fold', 'designer.extract'],
  ['designer.alignColumn', 'designer.alignRow', 'designer.distributeColumn', 'designer.distributeRow'],
  ['designer.note', 'designer.findUses', 'designer.copyLink'],
  ['designer.copy', 'designer.cut', 'designer.paste', 'designer.duplicate'],
  ['designer.selectAll', 'designer.tidy', 'designer.fit'],
  ['designer.remove', 'designer.removeAndCut'],
]

/** Actions for rows only, not for the canvas: a place among other rows, and all connections at once. */
const ofRows: readonly string[] = [
  'designer.addBefore',
  'designer.connections',
  'designer.move.up',
  'designer.move.down',
]

/** The menu of the outline: the menu of the canvas, and the actions that only a list has. */
export const outlineMenu: readonly (readonly string[])[] = canvasMenu.map((part) =>
  part.includes('designer.addAfter') ? [...part, ...ofRows] : part,
)

/** The items that are enabled or explain why not, with separators between parts, and deleting items in their colour. */
export function itemsInParts(items: readonly MenuItem[], parts: readonly (readonly string[])[]): readonly MenuItem[] {
  const partOf = new Map(parts.flatMap((ids, part) => ids.map((id) => [id, part] as const)))
  return items
    .filter(({ disabled, why }) => disabled !== true || why !== undefined)
    .map((item, index, shown) => {
      const before = shown[index - 1]
      const separated = before !== undefined && partOf.get(before.id) !== partOf.get(item.id)
      return { ...item, separated, danger: item.id.startsWith('designer.remove') }
    })
}
