import { fittingDirection } from '#components/canvas/layout/choose-direction.ts'
import { chooseDirection, type DirectionChoice, directionIn } from '#components/canvas/layout/direction-choice.ts'
import { canvasSize } from '../model/drawing/canvas-size.ts'
import type { Session } from '../model/session.ts'
import { tidyUp } from './step-commands.ts'

/**
 * Draws the workflow in another direction, and remembers the choice for all graphs. Steps with places in the text are
 * arranged anew, as one undo step, because their places have a direction; others are laid out for the screen only.
 */
export async function turnCanvas(session: Session, choice: DirectionChoice): Promise<void> {
  chooseDirection(choice)
  const { graph } = session.document.store.getState()
  const isPlaced = graph.nodes.some(({ placed }) => placed)
  const wanted = choice === 'auto' ? fittingDirection(graph, canvasSize()) : choice
  session.direction.choose(isPlaced ? wanted : directionIn(graph, canvasSize(), choice))
  if (!isPlaced) {
    session.rearrange()
    session.view.fit()
  } else if (choice !== 'auto' && session.direction.of(graph) !== wanted) await tidyUp(session, wanted)
}
