import {
  ArrowDown,
  ArrowUp,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  CircleSlash,
  Copy,
  Pencil,
  Plus,
  Shapes,
  Spline,
  Split,
  Trash2,
} from 'lucide-react'
import type { Session } from '../../model/session.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { removeAnnotation } from '../annotation-commands.ts'
import { areDisabled, toggleDisabled } from '../disable-commands.ts'
import { reorderSelected, startAddingBeside, startRetyping } from '../outline-commands.ts'
import { duplicateSelection, removeSelection } from '../step-commands.ts'
import type { ActionsOf } from './action-context.ts'
import { addButtonId } from './add-button-id.ts'

const group = 'Steps'

/** The actions that add steps, and those of the selected steps. */
export const stepActions: ActionsOf = (session, { broken, steps, edges, notes, annotation }) => {
  const remove = {
    group,
    icon: Trash2,
    oncePerPress: true,
    enabled: !broken && (steps + edges + notes > 0 || annotation !== null),
    perform: () => removeChosen(session),
  }
  const one = !broken && steps === 1
  return [
    {
      id: 'designer.add',
      label: commandsActionsTexts.addStep,
      group,
      icon: Plus,
      shortcut: 'n',
      enabled: !broken,
      perform: () => startAdding(session),
    },
    {
      id: 'designer.rename',
      label: commandsActionsTexts.renameStep,
      group,
      icon: Pencil,
      shortcut: 'f2',
      enabled: one,
      perform: () => rename(session),
    },
    {
      id: 'designer.addAfter',
      label: commandsActionsTexts.addStepAfter,
      group,
      icon: BetweenHorizontalStart,
      shortcut: 'shift+n',
      enabled: one,
      perform: () => startAddingBeside(session, 'after'),
    },
    {
      id: 'designer.addBefore',
      label: commandsActionsTexts.addStepBefore,
      group,
      icon: BetweenHorizontalEnd,
      shortcut: 'shift+b',
      keywords: ['insert'],
      enabled: one,
      perform: () => startAddingBeside(session, 'before'),
    },
    {
      id: 'designer.connect',
      label: commandsActionsTexts.connectStepTo,
      group,
      icon: Spline,
      shortcut: 'c',
      enabled: one,
      perform: () => session.view.openDialog('connect'),
    },
    {
      id: 'designer.connections',
      label: commandsActionsTexts.connectionsOfStep,
      group,
      icon: Split,
      shortcut: 'shift+c',
      keywords: ['disconnect', 'edge', 'route', 'condition', 'insert'],
      enabled: one,
      perform: () => session.view.openDialog('connections'),
    },
    {
      id: 'designer.retype',
      label: commandsActionsTexts.changeStepType,
      group,
      icon: Shapes,
      shortcut: 'shift+k',
      keywords: ['type', 'convert'],
      enabled: one,
      perform: () => startRetyping(session),
    },
    {
      id: 'designer.disable',
      label: areDisabled(session) ? commandsActionsTexts.enableStep : commandsActionsTexts.disableStep,
      group,
      icon: CircleSlash,
      shortcut: 'd',
      keywords: ['skip', 'disable', 'enable', 'deactivate'],
      enabled: !broken && steps > 0,
      perform: () => toggleDisabled(session),
    },
    ...(['up', 'down'] as const).map((direction) => ({
      id: `designer.move.${direction}`,
      label: direction === 'up' ? commandsActionsTexts.moveStepUp : commandsActionsTexts.moveStepDown,
      group,
      scope: 'outline' as const,
      icon: direction === 'up' ? ArrowUp : ArrowDown,
      shortcut: `alt+arrow${direction}`,
      keywords: ['move', 'reorder', direction],
      enabled: one,
      perform: () => reorderSelected(session, direction),
    })),
    {
      id: 'designer.duplicate',
      label: duplicateWords(steps, notes, annotation === 'note'),
      group,
      icon: Copy,
      shortcut: 'mod+d',
      yieldsToText: true,
      enabled: !broken && (steps + notes > 0 || annotation === 'note'),
      perform: () => duplicate(session),
    },
    { ...remove, id: 'designer.remove', label: commandsActionsTexts.deleteSelection, shortcut: 'delete' },
    {
      ...remove,
      id: 'designer.removeAndCut',
      label: commandsActionsTexts.deleteAndCut,
      shortcut: 'shift+delete',
      enabled: !broken && steps > 0,
      perform: () => removeSelection(session, { cut: true }),
    },
    { ...remove, id: 'designer.remove.backspace', label: commandsActionsTexts.deleteSelection, shortcut: 'backspace' },
  ]
}

function duplicateWords(steps: number, notes: number, isOnNote: boolean): string {
  if (steps === 0 && (notes > 0 || isOnNote))
    return notes > 1 ? commandsActionsTexts.duplicateNotes : commandsActionsTexts.duplicateNote
  if (notes > 0) return commandsActionsTexts.duplicateSelection
  return steps > 1 ? commandsActionsTexts.duplicateSteps : commandsActionsTexts.duplicateStep
}

/** The keyboard goes along to the copies, which are selected. */
function duplicate(session: Session): void {
  const scope = document.activeElement?.closest<HTMLElement>('[data-action-scope]')?.dataset.actionScope
  duplicateSelection(session)
  const { current, steps, notes } = session.selection.store.getState()
  const [note] = notes
  if (steps.size === 0 && note !== undefined) {
    session.annotations.goTo(note, session.annotations.store.getState().place)
    return
  }
  if (scope === 'outline') {
    // Its rows follow the canvas by a frame, and the keyboard is to find those of the copies.
    session.catchUp()
    session.view.goToPanel('outline')
  } else if (scope === 'canvas' && current !== null) session.view.showStep(current, true)
}

/** A note or a group that the keyboard is on counts where nothing is selected. */
function removeChosen(session: Session): void {
  const { steps, edges, notes } = session.selection.store.getState()
  const { current } = session.annotations.store.getState()
  if (current !== null && steps.size + edges.size + notes.size === 0) removeAnnotation(session, current)
  else removeSelection(session)
}

/** Opens the picker below the button that opens it. The new step goes below the selected step. */
function startAdding(session: Session): void {
  const button = document.getElementById(addButtonId)?.getBoundingClientRect()
  session.view.startAdding({ at: { left: button?.left ?? 40, top: button?.bottom ?? 120 } })
}

/** Edits the name: in the outline's row if the outline has the focus, otherwise in the step's fields. */
function rename(session: Session): void {
  const [step] = session.selection.store.getState().steps
  const inOutline = document.activeElement?.closest('[data-action-scope="outline"]')
  if (inOutline && step !== undefined) session.view.rename(step)
  else session.view.showField(['title'], 'main')
}
