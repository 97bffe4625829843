import type { LucideIcon } from 'lucide-react'
import { shellTexts } from '../texts/shell.ts'

/**
 * One action that a person can perform. Menus, shortcuts, the `?` sheet and the command palette are all made from these
 * records, so they cannot disagree.
 */
export interface Action {
  readonly id: string
  readonly label: string
  /** The heading of the action in the palette and on the sheet. */
  readonly group: string
  readonly icon?: LucideIcon
  /** See `#components/ui/shortcut.ts`. */
  readonly shortcut?: string
  /** The browser's own key, such as copying: shown but not handled, because the browser's event performs the action. */
  readonly native?: boolean
  /** A text field keeps the chord for itself, such as selecting all. */
  readonly yieldsToText?: boolean
  /** A held key performs the action once: its repeats may have been meant for a field that is gone. */
  readonly oncePerPress?: boolean
  /** Additional search words of the palette. */
  readonly keywords?: readonly string[]
  /** Absent means enabled. A disabled action is hidden unless `why` is set; its shortcut does nothing. */
  readonly enabled?: boolean
  /** The reason why the action is disabled, in a sentence that menus and the palette show with it. */
  readonly why?: string | undefined
  /** The scope of the shortcut; absent: anywhere on the page, outside dialogs. */
  readonly scope?: ActionScope
  /**
   * The name shared by actions that differ only in a direction: the sheet shows one line with this name, and the
   * palette leaves them out.
   */
  readonly family?: string
  /** Zooming and the like: the action needs only the picture of a page that is still being drawn. */
  readonly movesOnlyTheView?: boolean
  perform(): void
}

/**
 * Scopes of actions. `dialog` is any open dialog, where no other actions work. The other scopes are parts of a page,
 * marked by `data-action-scope`: while the focus is there, their actions work besides the ones of the page.
 */
export const pageScopes = ['canvas', 'edge', 'outline', 'annotation', 'timeline', 'list'] as const
export type ActionScope = 'dialog' | (typeof pageScopes)[number]

export const isEnabled = (action: Action) => action.enabled !== false
export const isShown = (action: Action) => isEnabled(action) || action.why !== undefined

/** Headings of the actions of every page. */
export const everywhere = { go: shellTexts.goTo, general: 'General' } as const
const everywhereNames: ReadonlySet<string> = new Set(Object.values(everywhere))

/** Sorts actions of the current page before actions of every page. */
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

/** The actions whose shortcuts work at the focus; actions of the scope come last, and so take precedence. */
export function actionsIn(actions: readonly Action[], scope: ActionScope | null): readonly Action[] {
  const own = actions.filter((action) => action.scope !== undefined && action.scope === scope)
  return scope === 'dialog' ? own : [...actions.filter((action) => action.scope === undefined), ...own]
}

export interface SheetLine {
  readonly label: string
  readonly shortcuts: readonly string[]
}

/** Lines of the `?` sheet: actions with equal names, or of one family, share a line. */
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
