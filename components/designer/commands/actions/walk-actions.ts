import { MousePointerClick, PanelRight } from 'lucide-react'
import { turnedPoint } from '#components/canvas/layout/direction.ts'
import { announce } from '#components/ui/overlay/announce.ts'
import type { Position } from '#core/graph/graph.ts'
import { type WalkDirection, walk } from '../../algorithms/steps/walk.ts'
import { edgeLabel } from '../../model/drawing/labels.ts'
import type { Session } from '../../model/session.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { nudge, nudgeSelection } from '../step-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = commandsActionsTexts.stepOnCanvas
const directions: readonly WalkDirection[] = ['up', 'down', 'left', 'right']

/** The keys of a focused step on the canvas: walking from step to step, and moving steps without a pointer. */
export const walkActions: ActionsOf = (session, { broken, empty }) => {
  if (empty) return []
  const inEveryDirection = (
    id: string,
    held: string,
    family: string,
    perform: (direction: WalkDirection) => void,
    enabled = true,
  ) =>
    directions.map((direction) => ({
      id: `canvas.${id}.${direction}`,
      label: `${family}: ${direction}`,
      family,
      group,
      scope: 'canvas' as const,
      shortcut: `${held}arrow${direction}`,
      enabled,
      perform: () => perform(direction),
    }))
  return [
    ...inEveryDirection('walk', '', commandsActionsTexts.goToNeighboringStep, (to) => step(session, to, false)),
    ...inEveryDirection('extend', 'shift+', commandsActionsTexts.goThereAndAddIt, (to) => step(session, to, true)),
    ...inEveryDirection(
      'nudge',
      'alt+',
      commandsActionsTexts.moveSelectedSteps,
      (to) => move(session, to, nudge),
      !broken,
    ),
    ...inEveryDirection(
      'push',
      'alt+shift+',
      commandsActionsTexts.moveSelectedStepsFurther,
      (to) => move(session, to, nudge * 5),
      !broken,
    ),
    {
      id: 'canvas.fields',
      label: commandsActionsTexts.goToStepsFields,
      group,
      icon: PanelRight,
      scope: 'canvas',
      shortcut: 'enter',
      perform: () => {
        const here = current(session)
        if (here === undefined) return
        session.selection.selectStep(here)
        session.view.showField(['title'])
      },
    },
    {
      id: 'canvas.select',
      label: commandsActionsTexts.selectOrDeselectThisStep,
      group,
      icon: MousePointerClick,
      scope: 'canvas',
      shortcut: 'space',
      perform: () => {
        const here = current(session)
        const { steps, notes } = session.selection.store.getState()
        if (here === undefined) return
        const others = [...steps].filter((step) => step !== here)
        session.selection.selectSteps(steps.has(here) ? others : [...steps, here], notes)
        session.selection.moveTo(here)
      },
    },
  ]
}

/** The step that the keyboard is on. */
function current(session: Session): string | undefined {
  return session.selection.store.getState().current ?? session.flow.store.getState().nodes[0]?.id
}

function step(session: Session, direction: WalkDirection, extend: boolean): void {
  const here = current(session) ?? ''
  const { nodes, edges, direction: drawn } = session.flow.store.getState()
  const own = nodes.filter(({ data }) => !data.foreign)
  const from = session.flow.drawnId(here)
  const next =
    drawn === 'right'
      ? walk({ nodes: own.map(turnedNode), edges }, from, turnedKeys[direction])
      : walk({ nodes: own, edges }, from, direction)
  const [first, ...others] = next === null ? [] : session.flow.stepsOf(next)
  if (next === null || first === undefined) return
  const { steps, notes } = session.selection.store.getState()
  if (extend) session.selection.selectSteps([...steps, first, ...others], notes)
  else session.selection.selectSteps([first, ...others])
  session.view.showStep(first, true)
  sayWay(session, from, next)
}

/** In a drawing from left to right, the key to the right follows the edges. */
const turnedKeys = { right: 'down', left: 'up', down: 'right', up: 'left' } as const satisfies Record<
  WalkDirection,
  WalkDirection
>

const turnedNode = ({ id, position }: { readonly id: string; readonly position: Position }) => ({
  id,
  position: turnedPoint(position),
})

/** Announces the edge taken if several edges lead on: the step's name alone does not tell. */
function sayWay(session: Session, from: string, to: string): void {
  const { graphEdges } = session.flow.store.getState()
  const ways = [...graphEdges.values()].filter((edge) => edge.source === from)
  const at = ways.findIndex((edge) => edge.target === to)
  const way = ways[at]
  if (way !== undefined && ways.length > 1) announce(commandsActionsTexts.of(edgeLabel(way), at + 1, ways.length))
}

function move(session: Session, direction: WalkDirection, pixels: number): void {
  const here = current(session)
  if (here === undefined) return
  if (!session.selection.store.getState().steps.has(here)) session.selection.selectStep(here)
  const signed = direction === 'up' || direction === 'left' ? -pixels : pixels
  const vertical = direction === 'up' || direction === 'down'
  nudgeSelection(session, vertical ? 0 : signed, vertical ? signed : 0)
}
