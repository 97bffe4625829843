import type { Action } from '#components/shell/action.ts'
import type { Session } from '../session.ts'

const group = 'In the outline'

/** What the outline on the screen lets its keys do. */
export interface OutlinePort {
  /** Goes to another row. */
  go(to: 'previous' | 'next' | 'first' | 'last'): void
  /** Into the branches of a row, or out to the step that they belong to. */
  fold(open: boolean): void
}

/** Keys while a row of the outline has the focus. */
export function outlineActions(session: Session, port: OutlinePort): readonly Action[] {
  const key = (id: string, family: string, shortcut: string, perform: () => void): Action => ({
    id: `outline.${id}`,
    label: `${family}: ${id}`,
    family,
    group,
    scope: 'outline',
    shortcut,
    perform,
  })
  return [
    key('previous', 'Go from row to row', 'arrowup', () => port.go('previous')),
    key('next', 'Go from row to row', 'arrowdown', () => port.go('next')),
    key('first', 'Go to the first or the last row', 'home', () => port.go('first')),
    key('last', 'Go to the first or the last row', 'end', () => port.go('last')),
    key('out', 'Fold branches, or go to their step', 'arrowleft', () => port.fold(false)),
    key('in', 'Open branches, or go into them', 'arrowright', () => port.fold(true)),
    key('fields', 'Go to the fields of the step', 'enter', () => session.view.showField(['name'], 'main')),
  ]
}
