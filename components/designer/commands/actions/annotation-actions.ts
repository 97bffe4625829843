import { Group } from 'lucide-react'
import type { WalkDirection } from '../../algorithms/steps/walk.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import {
  editAnnotation,
  goToAnnotations,
  goToBeside,
  leaveAnnotations,
  moveAnnotation,
  selectSteps,
  toggleNote,
} from '../annotation-commands.ts'
import { nudge } from '../step-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = commandsActionsTexts.noteOrGroup
const directions: readonly WalkDirection[] = ['up', 'down', 'left', 'right']

/** Keys while a note or the title of a group has the focus, on the canvas or in the outline. */
export const annotationActions: ActionsOf = (session, { broken, annotations, annotation }) => {
  if (!annotations) return []
  const key = (id: string, family: string, shortcut: string, perform: () => void, enabled = true) => ({
    id: `annotation.${id}`,
    label: `${family}: ${id}`,
    family,
    group,
    scope: 'annotation' as const,
    shortcut,
    enabled,
    perform,
  })
  return [
    {
      id: 'designer.annotations',
      label: commandsActionsTexts.goToNotesAndGroups,
      group: commandsActionsTexts.panels,
      icon: Group,
      shortcut: 'shift+v',
      keywords: ['comment', 'frame', 'sticky'],
      perform: () => goToAnnotations(session),
    },
    ...directions.map((direction) =>
      key(`go.${direction}`, commandsActionsTexts.goToNextOrPrevious, `arrow${direction}`, () =>
        goToBeside(session, direction === 'up' || direction === 'left' ? -1 : 1),
      ),
    ),
    ...directions.flatMap((direction) => [
      key(
        `nudge.${direction}`,
        commandsActionsTexts.moveNoteOrGroup,
        `alt+arrow${direction}`,
        () => moveAnnotation(session, direction, nudge),
        !broken,
      ),
      key(
        `push.${direction}`,
        commandsActionsTexts.moveNoteOrGroupFurther,
        `alt+shift+arrow${direction}`,
        () => moveAnnotation(session, direction, nudge * 5),
        !broken,
      ),
    ]),
    key('edit', commandsActionsTexts.editNoteOrRenameGroup, 'enter', () => editAnnotation(session), !broken),
    key('leave', commandsActionsTexts.backToSteps, 'escape', () => leaveAnnotations(session), annotation !== null),
    key('select', commandsActionsTexts.selectStepsOfGroup, 'space', () => selectSteps(session), annotation === 'group'),
    key('pick', commandsActionsTexts.selectOrDeselectNote, 'space', () => toggleNote(session), annotation === 'note'),
  ]
}
