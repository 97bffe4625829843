import type { Action } from '#components/shell/actions/action.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'

const group = 'Outline'

/** The operations that the outline on the screen offers to its keyboard shortcuts. */
export interface OutlinePort {
  /** Goes to another row, which is then selected: alone, with all up to it, or not at all. */
  go(to: 'previous' | 'next' | 'first' | 'last', how: 'only' | 'range' | 'none'): void
  /** Adds the row to what is selected, or takes it out. */
  toggle(): void
  /** To the fields of the row's step. */
  fields(): void
  /** Into the branches of a row, or out to the step that they belong to. */
  fold(open: boolean): void
}

/** Keys while a row of the outline has the focus. */
export function outlineActions(port: OutlinePort): readonly Action[] {
  const key = (id: string, family: string, shortcut: string, perform: () => void): Action => ({
    id: `outline.${id}`,
    label: `${family}: ${id}`,
    family,
    group,
    scope: 'outline',
    shortcut,
    perform,
  })
  const held = (id: string, modifier: string, family: string, how: 'range' | 'none') => [
    key(`${id}.previous`, family, `${modifier}+arrowup`, () => port.go('previous', how)),
    key(`${id}.next`, family, `${modifier}+arrowdown`, () => port.go('next', how)),
    key(`${id}.first`, family, `${modifier}+home`, () => port.go('first', how)),
    key(`${id}.last`, family, `${modifier}+end`, () => port.go('last', how)),
  ]
  return [
    key('previous', commandsActionsTexts.moveBetweenRows, 'arrowup', () => port.go('previous', 'only')),
    key('next', commandsActionsTexts.moveBetweenRows, 'arrowdown', () => port.go('next', 'only')),
    key('first', commandsActionsTexts.goToFirstOrLast, 'home', () => port.go('first', 'only')),
    key('last', commandsActionsTexts.goToFirstOrLast, 'end', () => port.go('last', 'only')),
    ...held('with', 'shift', commandsActionsTexts.extendSelection, 'range'),
    ...held('past', 'mod', commandsActionsTexts.moveWithoutSelecting, 'none'),
    key('toggle', commandsActionsTexts.selectOrDeselectThisRow, 'space', () => port.toggle()),
    key('out', commandsActionsTexts.collapseBranchOrGoTo, 'arrowleft', () => port.fold(false)),
    key('in', commandsActionsTexts.expandBranchOrGoInto, 'arrowright', () => port.fold(true)),
    key('fields', commandsActionsTexts.goToStepsFields, 'enter', () => port.fields()),
  ]
}
