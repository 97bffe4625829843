import type { LucideIcon } from 'lucide-react'

/**
 * One thing a person can do. Menus, shortcuts, the `?` sheet and the command
 * palette are all made from these records, so they cannot disagree.
 */
export interface Action {
  readonly id: string
  readonly label: string
  /** The heading it stands under in the palette and on the sheet. */
  readonly group: string
  readonly icon?: LucideIcon
  /** See `#components/ui/shortcut.ts`. */
  readonly shortcut?: string
  /** Other words by which the palette finds it. */
  readonly keywords?: readonly string[]
  /** Absent: always. What is not enabled is shown nowhere and its shortcut does nothing. */
  readonly enabled?: boolean
  /** Works inside an open dialog, and only there; everything else rests meanwhile. */
  readonly inDialog?: boolean
  perform(): void
}

export const isEnabled = (action: Action) => action.enabled !== false

/** Actions under their headings, in the order in which the headings first appear. */
export function groupActions(actions: readonly Action[]): readonly { group: string; actions: readonly Action[] }[] {
  const groups = new Map<string, Action[]>()
  for (const action of actions) {
    const group = groups.get(action.group)
    if (group) group.push(action)
    else groups.set(action.group, [action])
  }
  return [...groups].map(([group, members]) => ({ group, actions: members }))
}
