import { Group } from 'lucide-react'
import type { WalkDirection } from '../../algorithms/steps/walk.ts'
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

const group = 'Note or group'
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
      label: 'Go to notes and groups',
      group: 'Panels',
      icon: Group,
      shortcut: 'shift+v',
      keywords: ['comment', 'frame', 'sticky'],
      perform: () => goToAnnotations(session),
    },
    ...directions.map((direction) =>
      key(`go.${direction}`, 'Go to the next or previous note or group', `arrow${direction}`, () =>
        goToBeside(session, direction === 'up' || direction === 'left' ? -1 : 1),
      ),
    ),
    ...directions.flatMap((direction) => [
      key(
        `nudge.${direction}`,
        'Move the note or group',
        `alt+arrow${direction}`,
        () => moveAnnotation(session, direction, nudge),
        !broken,
      ),
      key(
        `push.${direction}`,
        'Move the note or group further',
        `alt+shift+arrow${direction}`,
        () => moveAnnotation(session, direction, nudge * 5),
        !broken,
      ),
    ]),
    key('edit', 'Edit the note or rename the group', 'enter', () => editAnnotation(session), !broken),
    key('leave', 'Back to steps', 'escape', () => leaveAnnotations(session), annotation !== null),
    key('select', 'Select the steps of the group', 'space', () => selectSteps(session), annotation === 'group'),
    key('pick', 'Select or deselect the note', 'space', () => toggleNote(session), annotation === 'note'),
  ]
}
