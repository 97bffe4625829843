import type { Action } from '#components/shell/actions/action.ts'
import type { Session } from '../../model/session.ts'
import type { ActionContext, ActionsOf } from './action-context.ts'
import { annotationActions } from './annotation-actions.ts'
import { arrangeActions } from './arrange-actions.ts'
import { canvasActions } from './canvas-actions.ts'
import { clipboardActions } from './clipboard-actions.ts'
import { edgeActions } from './edge-actions.ts'
import { findActions } from './find-actions.ts'
import { groupActions } from './group-actions.ts'
import { historyActions } from './history-actions.ts'
import { noteActions } from './note-actions.ts'
import { panelActions } from './panel-actions.ts'
import { selectionActions } from './selection-actions.ts'
import { stepActions } from './step-actions.ts'
import { tryActions } from './try-actions.ts'
import { walkActions } from './walk-actions.ts'
import { workflowActions } from './workflow-actions.ts'

/** In the order of the palette and the `?` sheet. */
const topics: readonly ActionsOf[] = [
  stepActions,
  edgeActions,
  clipboardActions,
  historyActions,
  selectionActions,
  canvasActions,
  findActions,
  walkActions,
  arrangeActions,
  groupActions,
  noteActions,
  annotationActions,
  panelActions,
  tryActions,
  workflowActions,
]

/** Everything that can be done in the designer. A new action goes into the file of its topic. */
export function designerActions(session: Session, context: ActionContext): readonly Action[] {
  return topics.flatMap((actionsOf) => actionsOf(session, context))
}
