import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignHorizontalDistributeCenter,
  AlignVerticalDistributeCenter,
} from 'lucide-react'
import { align, distribute, type Line, type Placed, type Places } from '../../algorithms/positions/arrange.ts'
import type { Session } from '../../model/session.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { moveSteps } from '../step-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Canvas'

/** Selected steps in line. */
export const arrangeActions: ActionsOf = (session, { broken, steps }) => {
  const several = !broken && steps > 1
  const many = !broken && steps > 2
  return [
    {
      id: 'designer.alignColumn',
      label: commandsActionsTexts.alignInColumn,
      group,
      icon: AlignCenterVertical,
      shortcut: 'alt+v',
      keywords: ['left', 'centre', 'vertical'],
      enabled: several,
      perform: () => arrange(session, align, 'column'),
    },
    {
      id: 'designer.alignRow',
      label: commandsActionsTexts.alignInRow,
      group,
      icon: AlignCenterHorizontal,
      shortcut: 'alt+h',
      keywords: ['top', 'middle', 'horizontal'],
      enabled: several,
      perform: () => arrange(session, align, 'row'),
    },
    {
      id: 'designer.distributeColumn',
      label: commandsActionsTexts.distributeVertically,
      group,
      icon: AlignVerticalDistributeCenter,
      keywords: ['space', 'vertical', 'evenly'],
      enabled: many,
      perform: () => arrange(session, distribute, 'column'),
    },
    {
      id: 'designer.distributeRow',
      label: commandsActionsTexts.distributeHorizontally,
      group,
      icon: AlignHorizontalDistributeCenter,
      keywords: ['space', 'horizontal', 'evenly'],
      enabled: many,
      perform: () => arrange(session, distribute, 'row'),
    },
  ]
}

function arrange(session: Session, how: (nodes: readonly Placed[], line: Line) => Places, line: Line): void {
  const { steps } = session.selection.store.getState()
  moveSteps(
    session,
    how(
      session.flow.store.getState().nodes.filter(({ id }) => steps.has(id)),
      line,
    ),
  )
}
