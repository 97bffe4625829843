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
  /** The browser's own key, such as copying: shown, but left alone, because the browser's event does it. */
  readonly native?: boolean
  /** A text field keeps the chord for itself, such as selecting all. */
  readonly yieldsToText?: boolean
  /** A key that is held down does it once: the presses that follow may have been meant for a field that is gone. */
  readonly oncePerPress?: boolean
  /** Other words by which the palette finds it. */
  readonly keywords?: readonly string[]
  /** Absent: always. What is not enabled is shown nowhere, unless it says why; its shortcut does nothing. */
  readonly enabled?: boolean
  /** Why it is not enabled, in a sentence that menus and the palette show with it. */
  readonly why?: string | undefined
  /** Where its shortcut works; absent: anywhere on the page, outside dialogs. */
  readonly scope?: ActionScope
  /** Records that differ in a direction alone: one line of the sheet has this name, and the palette leaves them out. */
  readonly family?: string
  /** Zooming and the like: of a page that is being drawn it needs nothing but the picture. */
  readonly movesOnlyTheView?: boolean
  perform(): void
}

/**
 * `dialog` is any open dialog, where nothing else works. The others are parts of a page, marked by
 * `data-action-scope`: while the focus is there, their actions work beside those of the page.
 */
export const pageScopes = ['canvas', 'edge', 'outline', 'annotation', 'timeline', 'list'] as const
export type ActionScope = 'dialog' | (typeof pageScopes)[number]

export const isEnabled = (action: Action) => action.enabled !== false
export const isShown = (action: Action) => isEnabled(action) || action.why !== undefined

/** Headings of what can be done on every page. */
export const everywhere = { go: 'Go to', general: 'General' } as const
const everywhereNames: ReadonlySet<string> = new Set(Object.values(everywhere))

/** What only this page can do stands before what every page can. */
export function pageFirst(actions: readonly Action[]): readonly Action[] {
  const isOfShell = ({ group }: Action) => everywhereNames.has(group)
  return [...actions.filter((action) => !isOfShell(action)), ...actions.filter(isOfShell)]
}

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

/** The actions whose shortcuts work where the focus is; those of the part come last, and so win. */
export function actionsIn(actions: readonly Action[], scope: ActionScope | null): readonly Action[] {
  const own = actions.filter((action) => action.scope !== undefined && action.scope === scope)
  return scope === 'dialog' ? own : [...actions.filter((action) => action.scope === undefined), ...own]
}

export interface SheetLine {
  readonly label: string
  readonly shortcuts: readonly string[]
}

/** Lines of the `?` sheet: what has the same name, or is of one family, shares a line. */
export function sheetLines(actions: readonly Action[]): readonly SheetLine[] {
  const lines = new Map<string, string[]>()
  for (const { family, label, shortcut } of actions) {
    if (shortcut === undefined) continue
    const name = family ?? label
    const line = lines.get(name)
    if (line) line.push(shortcut)
    else lines.set(name, [shortcut])
  }
  return [...lines].map(([label, shortcuts]) => ({ label, shortcuts }))
}
